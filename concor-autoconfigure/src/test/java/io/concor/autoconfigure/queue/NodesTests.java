package io.concor.autoconfigure.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.Flow;
import io.concor.QueueKind;
import io.concor.QueueStoreException;
import io.concor.SideEffectTask;
import io.concor.SimpleTask;
import io.concor.SynchronizedRemoteTask;
import io.concor.Transactions;
import io.concor.autoconfigure.ConcorAutoConfiguration;
import io.concor.autoconfigure.YamlInitializer;
import io.concor.autoconfigure.diagnosis.ConcorDiagnosisAutoConfiguration;
import io.concor.autoconfigure.flow.FlowConfigurationException;
import io.concor.autoconfigure.properties.ConcorProperties;
import io.concor.diagnosis.Diagnosis;
import io.concor.diagnosis.verdict.Verdict.State;
import io.concor.queue.EventHeaders;
import io.concor.queue.QueueDefinition;
import io.concor.queue.QueueStore;
import io.concor.queue.StoredQueue;
import io.concor.queues.codec.MessageFormat;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.assertj.core.api.ThrowingConsumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.jdbc.metadata.DataSourcePoolMetadataProvider;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Profile;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;

/** Two applications of one configuration, each a node, on one database. */
@Timeout(120)
class NodesTests {

    private static final int EVENTS = 50;

    private static final String YAML = """
        concor.queues.store: jdbc
        concor.flows.orders:
          tasks:
            - { name: check, node: edge }
            - { name: book, node: core, slot: { pool: fixed, threads: 2, queue: remote } }
            - file
          transactions: [ { from: file, manager: missingAtTheEdge } ]
        """;

    private ApplicationContextRunner runner;
    private JdbcTemplate tables;

    @BeforeEach
    void create() {
        String url = "jdbc:h2:mem:nodes" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";
        tables = new JdbcTemplate(new DriverManagerDataSource(url, "sa", ""));
        tables.execute("create table booking (name varchar(40))");
        runner = new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        DataSourceAutoConfiguration.class,
                        DataSourceTransactionManagerAutoConfiguration.class,
                        JdbcTemplateAutoConfiguration.class,
                        TransactionAutoConfiguration.class,
                        JacksonAutoConfiguration.class,
                        ConcorMessageFormatAutoConfiguration.class,
                        ConcorDiagnosisAutoConfiguration.class,
                        ConcorAutoConfiguration.class))
                .withUserConfiguration(Shop.class)
                .withPropertyValues("spring.datasource.url=" + url, "spring.datasource.hikari.maximum-pool-size=8");
    }

    /** An application whose beans of the core are there in that profile only. */
    @Configuration(proxyBeanMethods = false)
    static class Shop {

        @Bean
        SimpleTask<String, String> check() {
            return order -> {
                if (order.isBlank()) {
                    throw new IllegalArgumentException("an order without a name");
                }
                return order;
            };
        }

        @Bean
        @Profile("core")
        SynchronizedRemoteTask<String, String> book(JdbcTemplate database) {
            return order -> {
                database.update("insert into booking values (?)", order);
                return order;
            };
        }

        @Bean
        @Profile("!edge")
        SideEffectTask<String> file() {
            return order -> {};
        }

        @Bean
        @Profile("!edge")
        PlatformTransactionManager missingAtTheEdge(DataSource database) {
            return new JdbcTransactionManager(database);
        }

        @Bean
        RemoteStore remoteStore(
                ConcorProperties properties,
                ConfigurableListableBeanFactory beans,
                ObjectProvider<DataSourcePoolMetadataProvider> pools,
                ObjectProvider<MessageFormat> formats,
                ObjectProvider<EventHeaders> headers) {
            StoreDatabase database = StoreDatabase.find(null, beans, pools);
            return new RemoteStore(
                    LazyQueueStore.of(new DatabaseStorePlace(properties.queues(), database), formats, headers));
        }
    }

    /** A store in the common database, in place of a broker. */
    record RemoteStore(LazyQueueStore store) implements QueueStore, AutoCloseable {

        @Override
        public void close() {
            store.close();
        }

        @Override
        public String name() {
            return "remote";
        }

        @Override
        public QueueKind kind() {
            return QueueKind.REMOTE;
        }

        @Override
        public StoredQueue open(QueueDefinition definition) {
            return store.open(definition);
        }

        @Override
        public Set<String> slots(String flow) {
            return store.slots(flow);
        }

        @Override
        public Transactions transactions() {
            return store.transactions();
        }

        @Override
        public boolean sharesTransactions() {
            return store.sharesTransactions();
        }

        @Override
        public boolean sharesTransactions(Transactions others) {
            return store.sharesTransactions(others);
        }

        @Override
        public boolean isInTransaction() {
            return store.isInTransaction();
        }
    }

    private void run(String node, ThrowingConsumer<AssertableApplicationContext> check) {
        run(YAML, node, check);
    }

    private void run(String yaml, String node, ThrowingConsumer<AssertableApplicationContext> check) {
        runner.withInitializer(new YamlInitializer(yaml))
                .withPropertyValues("concor.node=" + node, "spring.profiles.active=" + node)
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    check.accept(context);
                });
    }

    @SuppressWarnings("unchecked") // takes texts
    private static Flow<String, ?> flow(AssertableApplicationContext context) {
        return context.getBean("orders", Flow.class);
    }

    private static void accept(AssertableApplicationContext edge, int from, int to) throws Exception {
        List<CompletableFuture<?>> accepted = new ArrayList<>();
        IntStream.range(from, to).forEach(i -> accepted.add(flow(edge).accept("order " + i)));
        for (CompletableFuture<?> one : accepted) {
            one.get(20, TimeUnit.SECONDS);
        }
    }

    private List<String> bookings() {
        return tables.queryForList("select name from booking", String.class);
    }

    private void awaitBookings(int count) {
        await().atMost(Duration.ofSeconds(30)).until(() -> bookings().size() >= count);
        assertThat(bookings())
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.range(0, count).mapToObj(i -> "order " + i).toList());
    }

    @Test
    void anEventEntersAtOneNodeAndRunsAtTheOther() {
        run("core", core -> {
            run("edge", edge -> {
                assertThat(edge).doesNotHaveBean("book");
                accept(edge, 0, EVENTS);
                awaitBookings(EVENTS);
                assertNothingIsLimited(edge);
                assertThat(flow(edge).accept(" ")).failsWithin(Duration.ofSeconds(20));
                assertThat(flow(edge).submit("other"))
                        .failsWithin(Duration.ofSeconds(20))
                        .withThrowableThat()
                        .havingCause()
                        .isInstanceOf(QueueStoreException.class);
            });
            run("edge", edge -> accept(edge, EVENTS, 2 * EVENTS)); // after a restart
            awaitBookings(2 * EVENTS);
            assertThat(flow(core).accept("at the core")).failsWithin(Duration.ofSeconds(20));
        });
    }

    private static void assertNothingIsLimited(AssertableApplicationContext context) {
        Diagnosis diagnosis = context.getBean(Diagnosis.class);
        await().during(Duration.ofSeconds(2)).atMost(Duration.ofSeconds(20)).until(() -> EnumSet.of(
                        State.HEALTHY, State.UNKNOWN)
                .contains(diagnosis.verdict("orders").state()));
    }

    @Test
    void theOtherNodeFindsWhatWasPutWhileItWasAway() {
        run("edge", edge -> {
            accept(edge, 0, EVENTS);
            assertThat(bookings()).isEmpty();
        });
        run("core", core -> awaitBookings(EVENTS));
    }

    /** The bean of a component elsewhere may need what this process does not have. */
    @Test
    void aBeanOfAComponentElsewhereIsNotCreated() {
        runner.withBean(
                        "book",
                        SynchronizedRemoteTask.class,
                        () -> {
                            throw new IllegalStateException("cannot be created here");
                        },
                        definition -> definition.setLazyInit(true))
                .withInitializer(new YamlInitializer(YAML))
                .withPropertyValues("concor.node=edge", "spring.profiles.active=edge")
                .run(edge -> {
                    assertThat(edge).hasNotFailed();
                    accept(edge, 0, 1);
                });
    }

    @Test
    void aProcessMayBeSeveralNodesOrNone() {
        for (String nodes : List.of("edge,core", "")) {
            runner.withInitializer(new YamlInitializer(YAML))
                    .withPropertyValues("concor.node=" + nodes, "spring.profiles.active=core")
                    .run(context -> {
                        assertThat(context).hasNotFailed();
                        assertThat(flow(context).submit("order of [" + nodes + "]"))
                                .succeedsWithin(Duration.ofSeconds(20));
                    });
        }
        assertThat(bookings()).containsExactlyInAnyOrder("order of [edge,core]", "order of []");
    }

    @Test
    void aNodeThatNoComponentHasIsRefused() {
        assertThat(failure(YAML, "egde"))
                .hasMessageContaining("Property 'concor.node': no component runs on node 'egde'")
                .hasMessageContaining("did you mean 'edge'?")
                .hasMessageContaining("Use some of 'core', 'edge'");
    }

    @Test
    void neighboursOfDifferentNodesWithoutARemoteSlotAreRefused() {
        assertThat(failure(YAML.replace("queue: remote", "queue: durable"), "edge"))
                .hasMessageContaining("Flow 'orders', component 'book'")
                .hasMessageContaining("'book' runs on node 'core', and 'check' before it on node 'edge'");
    }

    private Throwable failure(String yaml, String node) {
        Throwable[] failure = new Throwable[1];
        runner.withInitializer(new YamlInitializer(yaml))
                .withPropertyValues("concor.node=" + node, "spring.profiles.active=core")
                .run(context -> failure[0] = context.getStartupFailure());
        Throwable cause = failure[0];
        while (cause != null && !(cause instanceof FlowConfigurationException)) {
            cause = cause.getCause();
        }
        return Objects.requireNonNull(cause, () -> String.valueOf(failure[0]));
    }
}
