package io.concor.autoconfigure.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.Flow;
import io.concor.SimpleTask;
import io.concor.autoconfigure.ConcorAutoConfiguration;
import io.concor.autoconfigure.YamlInitializer;
import io.concor.autoconfigure.database.RealDatabase;
import io.concor.manage.Manager;
import io.concor.queues.administration.QueueAdministration;
import io.concor.queues.administration.QueueReport;
import io.concor.queues.row.DeadChoice;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowingConsumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** {@code dead-letters: store}, in a file and in databases of the application. */
@ParameterizedClass
@EnumSource(KeptDeadLettersTests.Place.class)
@Timeout(120)
class KeptDeadLettersTests {

    private static final String STORE = """
        concor.flows.orders: { tasks: [ check, book ], dead-letters: store }
        """;

    private static final String SLOT = """
        concor.flows.orders:
          tasks: [ check, book ]
          slots.book: { pool: fixed, threads: 2, queue: %s }
        """;

    enum Place {
        FILE(null),
        H2(RealDatabase.H2),
        POSTGRESQL(RealDatabase.POSTGRESQL);

        final @Nullable RealDatabase database;

        Place(@Nullable RealDatabase database) {
            this.database = database;
        }
    }

    private final Place place;
    private final @Nullable String url;

    @TempDir
    Path folder;

    KeptDeadLettersTests(Place place) throws Exception {
        this.place = place;
        String name = "letters" + UUID.randomUUID().toString().replace("-", "");
        this.url = place.database == null ? null : place.database.url(name);
    }

    @Configuration(proxyBeanMethods = false)
    static class Shop {

        final Queue<Order> booked = new ConcurrentLinkedQueue<>();
        volatile boolean failing;

        @Bean
        SimpleTask<Order, Order> check() {
            return order -> order;
        }

        @Bean
        SimpleTask<Order, Order> book() {
            return order -> {
                if (failing) {
                    throw new IllegalStateException("closed today");
                }
                booked.add(order);
                return order;
            };
        }
    }

    record Order(String id, int amount) {}

    private ApplicationContextRunner runner() {
        ApplicationContextRunner runner = new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        JacksonAutoConfiguration.class,
                        ConcorMessageFormatAutoConfiguration.class,
                        ConcorQueueStoreAutoConfiguration.class,
                        ConcorAutoConfiguration.class))
                .withUserConfiguration(Shop.class);
        return url == null
                ? runner.withPropertyValues("concor.queues.location=" + file())
                : runner.withConfiguration(AutoConfigurations.of(
                                DataSourceAutoConfiguration.class,
                                DataSourceTransactionManagerAutoConfiguration.class,
                                TransactionAutoConfiguration.class))
                        .withPropertyValues("concor.queues.store=jdbc", "spring.datasource.url=" + url);
    }

    private Path file() {
        return folder.resolve("queues.db");
    }

    private void run(String yaml, ThrowingConsumer<AssertableApplicationContext> check) {
        runner().withInitializer(new YamlInitializer(yaml)).run(context -> {
            assertThat(context).hasNotFailed();
            check.accept(context);
        });
    }

    @SuppressWarnings("unchecked")
    private static Flow<Order, Order> flow(AssertableApplicationContext context) {
        return context.getBean("orders", Flow.class);
    }

    private static Shop shop(AssertableApplicationContext context) {
        return context.getBean(Shop.class);
    }

    private static QueueAdministration queues(AssertableApplicationContext context) {
        return context.getBean(QueueAdministrations.class).opened().orElseThrow();
    }

    private static QueueReport report(AssertableApplicationContext context, String queue) {
        return queues(context).report(queues(context).find(queue).orElseThrow());
    }

    private static void requeue(AssertableApplicationContext context, String queue) {
        queues(context).requeue(queues(context).find(queue).orElseThrow(), DeadChoice.ALL);
    }

    private static void awaitKept(AssertableApplicationContext context, long count) {
        await("kept letters")
                .atMost(Duration.ofSeconds(30))
                .until(() ->
                        context.getBean(Manager.class).flow("orders").summary().deadLetters() == count);
    }

    private static void awaitBooked(AssertableApplicationContext context, Order... orders) {
        await("booked").atMost(Duration.ofSeconds(30)).untilAsserted(() -> assertThat(List.copyOf(shop(context).booked))
                .containsExactlyInAnyOrder(orders));
    }

    @Test
    void oneLineKeepsFailedEventsOverARestartUntilTheyAreRequeued() {
        run(STORE, context -> {
            shop(context).failing = true;
            flow(context).apply(new Order("one", 1));
            flow(context).tryApply(new Order("two", 2));
            awaitKept(context, 2);
            assertThat(report(context, "orders.book").dead()).isEqualTo(2);
            assertThat(report(context, "orders.book").depth()).isZero();
        });
        run(STORE, context -> {
            assertThat(report(context, "orders.book").dead()).isEqualTo(2);
            requeue(context, "orders.book");

            awaitBooked(context, new Order("one", 1), new Order("two", 2));
            await("nothing is left")
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> report(context, "orders.check").depth() == 0);
            assertThat(report(context, "orders.book").dead()).isZero();
        });
    }

    /** The transaction of the caller has nothing to do with it. */
    @Test
    void aLetterIsKeptThoughTheTransactionOfTheCallerIsRolledBack() {
        run(STORE, context -> {
            shop(context).failing = true;
            if (url == null) {
                flow(context).apply(new Order("one", 1));
            } else {
                new TransactionTemplate(context.getBean(PlatformTransactionManager.class))
                        .executeWithoutResult(status -> {
                            flow(context).apply(new Order("one", 1));
                            status.setRollbackOnly();
                        });
            }
            awaitKept(context, 1);
            assertThat(report(context, "orders.book").dead()).isEqualTo(1);
        });
    }

    @Test
    void whatASlotHasInTheStoreIsReachableWhenItIsNotDurableAnyMore() {
        run(SLOT.formatted("durable"), context -> {
            shop(context).failing = true;
            flow(context).accept(new Order("dead", 1)).get(30, TimeUnit.SECONDS);
            await("dead")
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> report(context, "orders.book").dead() == 1);
            queues(context).pause(queues(context).find("orders.book").orElseThrow(), true);
            flow(context).accept(new Order("waiting", 2)).get(30, TimeUnit.SECONDS);
        });
        run(SLOT.formatted("memory"), context -> {
            assertThat(report(context, "orders.book").dead()).isEqualTo(1);
            queues(context).pause(queues(context).find("orders.book").orElseThrow(), false);
            awaitBooked(context, new Order("waiting", 2));
            requeue(context, "orders.book");
            awaitBooked(context, new Order("waiting", 2), new Order("dead", 1));
        });
        run("concor.flows.orders: { tasks: [ check, book ] }", context -> assertThat(
                        context.getBean(QueueAdministrations.class).opened())
                .isEmpty());
    }

    @Test
    void lettersOfAFlowThatIsGoneAreReportedAndKept() {
        run(STORE, context -> {
            shop(context).failing = true;
            flow(context).apply(new Order("one", 1));
            awaitKept(context, 1);
        });
        run("concor.flows.others: { tasks: [ check ] }", context -> {
            QueueReport report = report(context, "orders.book");
            assertThat(report.dead()).isEqualTo(1);
            assertThat(report.consumers()).isEmpty();
            requeue(context, "orders.book");
            assertThat(report(context, "orders.check").depth()).isEqualTo(1);
        });
        run(STORE, context -> awaitBooked(context, new Order("one", 1)));
    }
}
