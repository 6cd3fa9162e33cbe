package io.concor.autoconfigure.queue.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.Flow;
import io.concor.SynchronizedRemoteTask;
import io.concor.autoconfigure.ConcorAutoConfiguration;
import io.concor.autoconfigure.YamlInitializer;
import io.concor.autoconfigure.database.RealDatabase;
import io.concor.autoconfigure.queue.ConcorMessageFormatAutoConfiguration;
import io.concor.autoconfigure.queue.ConcorQueueStoreAutoConfiguration;
import io.concor.layout.DeliveryGuarantee;
import io.concor.manage.Manager;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowingConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.support.TransactionTemplate;

/** An application whose flow has remote slots, and whose durable slots would be in its database. */
@ParameterizedClass
@EnumSource(
        value = RealDatabase.class,
        names = {"H2", "POSTGRESQL"})
@Timeout(120)
class RemoteSlotInDatabaseTests {

    private static final AtomicInteger FLOWS = new AtomicInteger();
    private static final int EVENTS = 50;
    private static final Duration LONG = Duration.ofSeconds(30);

    private final String flow = "sales" + FLOWS.incrementAndGet();
    private final String url;

    RemoteSlotInDatabaseTests(RealDatabase database) throws Exception {
        url = database.url("remote" + UUID.randomUUID().toString().replace("-", ""));
    }

    @Configuration(proxyBeanMethods = false)
    static class Shop {

        private final Set<String> failedOnce = ConcurrentHashMap.newKeySet();

        @Bean
        SynchronizedRemoteTask<String, String> check(JdbcTemplate database) {
            return order -> book(database, "checked", order);
        }

        @Bean
        SynchronizedRemoteTask<String, String> book(JdbcTemplate database) {
            return order -> book(database, "booked", order);
        }

        /** Writes a row; there is no unique key. Each tenth event fails once after that. */
        private String book(JdbcTemplate database, String table, String order) {
            database.update("insert into " + table + " values (?)", order);
            if (order.endsWith("7") && failedOnce.add(table + order)) {
                throw new IllegalStateException("after the effect");
            }
            return order;
        }
    }

    private void run(ThrowingConsumer<AssertableApplicationContext> check) {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        DataSourceAutoConfiguration.class,
                        DataSourceTransactionManagerAutoConfiguration.class,
                        JdbcTemplateAutoConfiguration.class,
                        TransactionAutoConfiguration.class,
                        JacksonAutoConfiguration.class,
                        KafkaAutoConfiguration.class,
                        ConcorMessageFormatAutoConfiguration.class,
                        ConcorQueueStoreAutoConfiguration.class,
                        ConcorRemoteQueueStoreAutoConfiguration.class,
                        ConcorAutoConfiguration.class))
                .withUserConfiguration(Shop.class)
                .withInitializer(new YamlInitializer("""
                    spring:
                      datasource: { url: '%s', hikari.maximum-pool-size: 20 }
                      kafka.bootstrap-servers: %s
                    concor.kafka.partitions: 4
                    concor.queues.store: jdbc
                    concor.flows.%s:
                      tasks:
                        - { task: check, retry: { max-retries: 3, delay: 20ms } }
                        - { task: book, retry: { max-retries: 3, delay: 20ms } }
                      slots:
                        check: { pool: fixed, threads: 2, queue: remote }
                        book: { pool: fixed, threads: 2, queue: remote }
                    """.formatted(url, TestBroker.address(), flow)))
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    JdbcTemplate tables = context.getBean(JdbcTemplate.class);
                    tables.execute("create table if not exists checked (name varchar(40))");
                    tables.execute("create table if not exists booked (name varchar(40))");
                    check.accept(context);
                });
    }

    @SuppressWarnings("unchecked")
    private Flow<String, String> flow(AssertableApplicationContext context) {
        return context.getBean(flow, Flow.class);
    }

    private static List<String> rows(AssertableApplicationContext context, String table) {
        return context.getBean(JdbcTemplate.class).queryForList("select name from " + table, String.class);
    }

    private static void awaitBooked(AssertableApplicationContext context, int count) {
        await().atMost(LONG).until(() -> rows(context, "booked").size() >= count);
    }

    @Test
    void effectsOfAllStagesHappenOnceAndTheTopologySaysSo() {
        run(context -> {
            assertThat(context.getBean(Manager.class).flow(flow).topology().deliveries())
                    .containsExactly(DeliveryGuarantee.EXACTLY_ONCE, DeliveryGuarantee.EXACTLY_ONCE);
            CompletableFuture.allOf(IntStream.range(0, EVENTS)
                            .mapToObj(i -> flow(context).accept("order " + i))
                            .toArray(CompletableFuture[]::new))
                    .get(30, TimeUnit.SECONDS);
            awaitBooked(context, EVENTS);
            List<String> orders =
                    IntStream.range(0, EVENTS).mapToObj(i -> "order " + i).toList();
            assertThat(rows(context, "checked")).containsExactlyInAnyOrderElementsOf(orders);
            assertThat(rows(context, "booked")).containsExactlyInAnyOrderElementsOf(orders);
        });
    }

    @Test
    void anEventExistsIfAndOnlyIfTheTransactionOfItsCallerCommits() {
        run(context -> {
            TransactionTemplate transactions = context.getBean(TransactionTemplate.class);
            transactions.executeWithoutResult(status -> {
                flow(context).accept("dropped");
                status.setRollbackOnly();
            });
            CompletableFuture<?> kept =
                    transactions.execute(status -> flow(context).accept("kept"));
            assertThat(kept).succeedsWithin(LONG);
            awaitBooked(context, 1);
            assertThat(rows(context, "booked")).containsExactly("kept");
            assertThat(rows(context, "checked")).containsExactly("kept");
        });
    }
}
