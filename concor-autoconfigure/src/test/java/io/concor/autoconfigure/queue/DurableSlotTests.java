package io.concor.autoconfigure.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.concor.Flow;
import io.concor.QueueStoreException;
import io.concor.autoconfigure.ConcorAutoConfiguration;
import io.concor.autoconfigure.YamlInitializer;
import io.concor.autoconfigure.database.RealDatabase;
import io.concor.autoconfigure.propagation.ConcorEventHeadersAutoConfiguration;
import io.concor.autoconfigure.queue.DurableShop.Sales;
import io.concor.manage.Manager;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowingConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.flyway.autoconfigure.FlywayAutoConfiguration;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/** Durable slots in the database of an application, with transactions of Spring. */
@ParameterizedClass
@EnumSource(
        value = RealDatabase.class,
        names = {"H2", "POSTGRESQL"})
@Timeout(120)
class DurableSlotTests {

    private static final int CONNECTIONS = 8;

    private final boolean h2;
    private final JdbcTemplate tables;
    private final ApplicationContextRunner runner;

    DurableSlotTests(RealDatabase database) throws Exception {
        h2 = database == RealDatabase.H2;
        String url = database.url("shop" + UUID.randomUUID().toString().replace("-", ""));
        runner = new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        DataSourceAutoConfiguration.class,
                        DataSourceTransactionManagerAutoConfiguration.class,
                        JdbcTemplateAutoConfiguration.class,
                        TransactionAutoConfiguration.class,
                        JacksonAutoConfiguration.class,
                        ConcorEventHeadersAutoConfiguration.class,
                        ConcorMessageFormatAutoConfiguration.class,
                        ConcorQueueStoreAutoConfiguration.class,
                        ConcorAutoConfiguration.class))
                .withUserConfiguration(DurableShop.class)
                .withInitializer(new YamlInitializer(DurableShop.FLOW))
                .withPropertyValues(
                        "spring.datasource.url=" + url,
                        "spring.datasource.hikari.maximum-pool-size=" + CONNECTIONS,
                        "spring.datasource.hikari.connection-timeout=20000");
        tables = new JdbcTemplate(
                database == RealDatabase.H2
                        ? new DriverManagerDataSource(url, "sa", "")
                        : new DriverManagerDataSource(url));
        tables.execute("create table sale (name varchar(40))");
        tables.execute("create table booking (name varchar(40))");
    }

    private void run(ThrowingConsumer<AssertableApplicationContext> check) {
        run(runner, check);
    }

    private static void run(ApplicationContextRunner runner, ThrowingConsumer<AssertableApplicationContext> check) {
        runner.run(context -> {
            assertThat(context).hasNotFailed();
            check.accept(context);
        });
    }

    private List<String> rows(String table) {
        return tables.queryForList("select name from " + table + " order by name", String.class);
    }

    private void awaitBookings(int count) {
        await().atMost(Duration.ofSeconds(30)).until(() -> rows("booking").size() >= count);
    }

    private static void hold(AssertableApplicationContext context) {
        context.getBean(DurableShop.class).open = new CountDownLatch(1);
    }

    private static void letGo(AssertableApplicationContext context) {
        context.getBean(DurableShop.class).open.countDown();
    }

    @Test
    void anEventExistsIfAndOnlyIfTheTransactionOfItsCallerCommits() {
        run(context -> {
            Sales sales = context.getBean(Sales.class);
            List<CompletableFuture<?>> accepted = new ArrayList<>();

            sales.sell("kept", accepted, null);
            assertThatThrownBy(() -> sales.sell("dropped", accepted, new IllegalStateException("no stock")))
                    .hasMessage("no stock");
            sales.sell("kept too", accepted, null);

            accepted.get(0).get(30, TimeUnit.SECONDS);
            accepted.get(2).get(30, TimeUnit.SECONDS);
            assertThat(accepted.get(1)).isCompletedExceptionally();
            awaitBookings(2);
            assertThat(rows("booking")).containsExactly("kept", "kept too");
            assertThat(rows("sale")).containsExactly("kept", "kept too");
        });
    }

    @Test
    void anEventIsNotAcceptedBeforeTheCommit() {
        run(context -> {
            hold(context);
            List<CompletableFuture<?>> accepted = new ArrayList<>();

            context.getBean(TransactionTemplate.class).executeWithoutResult(status -> {
                accepted.add(context.getBean("orders", Flow.class).accept("one"));
                assertThat(accepted.get(0)).isNotDone();
            });

            accepted.get(0).get(30, TimeUnit.SECONDS);
            letGo(context);
            awaitBookings(1);
        });
    }

    private static TransactionTemplate transaction(AssertableApplicationContext context, int propagation) {
        TransactionTemplate template = new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
        template.setPropagationBehavior(propagation);
        return template;
    }

    /** Another transaction, in between, has listeners of its own. */
    @Test
    void anEventOfANestedTransactionThatIsRolledBackDoesNotExist() {
        run(context -> {
            Flow<String, String> orders = context.getBean("orders", Flow.class);
            TransactionTemplate nested = transaction(context, TransactionDefinition.PROPAGATION_NESTED);
            List<CompletableFuture<?>> accepted = new ArrayList<>();

            transaction(context, TransactionDefinition.PROPAGATION_REQUIRED).executeWithoutResult(outer -> {
                nested.executeWithoutResult(inner -> {
                    accepted.add(orders.accept("dropped first"));
                    inner.setRollbackOnly();
                });
                assertThat(accepted.get(0)).failsWithin(Duration.ofSeconds(10));
                accepted.add(orders.accept("before"));
                nested.executeWithoutResult(inner -> {
                    accepted.add(orders.accept("nested"));
                    transaction(context, TransactionDefinition.PROPAGATION_REQUIRES_NEW)
                            .executeWithoutResult(other -> accepted.add(orders.accept("other")));
                });
                nested.executeWithoutResult(inner -> {
                    accepted.add(orders.accept("dropped"));
                    inner.setRollbackOnly();
                });
                accepted.add(orders.accept("after"));
                assertThat(accepted.get(1)).isNotDone();
            });

            for (int kept : new int[] {1, 2, 3, 5}) {
                accepted.get(kept).get(30, TimeUnit.SECONDS);
            }
            assertThat(accepted.get(4))
                    .failsWithin(Duration.ofSeconds(10))
                    .withThrowableThat()
                    .withMessageContaining("was rolled back");
            awaitBookings(4);
            assertThat(rows("booking")).containsExactly("after", "before", "nested", "other");
        });
    }

    @Test
    void anEventAfterASavepointThatIsRolledBackDoesNotExist() {
        run(context -> {
            Flow<String, String> orders = context.getBean("orders", Flow.class);
            List<CompletableFuture<?>> accepted = new ArrayList<>();

            transaction(context, TransactionDefinition.PROPAGATION_REQUIRED).executeWithoutResult(status -> {
                accepted.add(orders.accept("kept"));
                Object first = status.createSavepoint();
                accepted.add(orders.accept("dropped"));
                status.createSavepoint();
                accepted.add(orders.accept("dropped too"));
                status.rollbackToSavepoint(first);
                accepted.add(orders.accept("dropped later"));
                status.rollbackToSavepoint(first);
            });

            accepted.get(0).get(30, TimeUnit.SECONDS);
            assertThat(accepted.subList(1, 4))
                    .allSatisfy(dropped -> assertThat(dropped).failsWithin(Duration.ofSeconds(10)));
            awaitBookings(1);
            assertThat(rows("booking")).containsExactly("kept");
        });
    }

    @Test
    void aPutTakesNoSecondConnection() {
        run(context -> {
            DurableShop.sell(context.getBean(Sales.class), "first"); // opens what is opened once
            int before = CountingDataSource.TAKEN.get();

            DurableShop.sell(context.getBean(Sales.class), "second").get(30, TimeUnit.SECONDS);

            assertThat(CountingDataSource.TAKEN.get() - before).isEqualTo(1);
            awaitBookings(2);
        });
    }

    @Test
    void moreCallersThanConnectionsPutInTransactionsAtOnce() {
        run(context -> {
            Sales sales = context.getBean(Sales.class);
            int callers = 4 * CONNECTIONS;
            CyclicBarrier start = new CyclicBarrier(callers);
            ExecutorService threads = Executors.newFixedThreadPool(callers);
            try {
                List<Callable<CompletableFuture<?>>> calls = IntStream.range(0, callers)
                        .<Callable<CompletableFuture<?>>>mapToObj(i -> () -> {
                            start.await();
                            return DurableShop.sell(sales, "order " + i);
                        })
                        .toList();
                for (Future<CompletableFuture<?>> call : threads.invokeAll(calls)) {
                    call.get().get(30, TimeUnit.SECONDS);
                }
            } finally {
                threads.shutdownNow();
            }
            awaitBookings(callers);
            assertThat(rows("booking")).doesNotHaveDuplicates().hasSize(callers);
        });
    }

    @Test
    void anEffectIsRolledBackWithItsEventAndThoseOfOthersAreThereOnce() {
        run(context -> {
            hold(context);
            for (int i = 0; i < 40; i++) {
                DurableShop.sell(context.getBean(Sales.class), (i % 8 == 3 ? "broken " : "fine ") + i)
                        .get(30, TimeUnit.SECONDS);
            }
            letGo(context);

            awaitBookings(35);
            assertThat(rows("booking")).hasSize(35).doesNotHaveDuplicates().allMatch(name -> name.startsWith("fine"));
        });
    }

    @Test
    void aRestartKeepsWhatWaited() {
        run(context -> {
            hold(context);
            for (int i = 0; i < 20; i++) {
                DurableShop.sell(context.getBean(Sales.class), "order " + i).get(30, TimeUnit.SECONDS);
            }
            // two are being handled, and end before the stop or not
            Executors.newSingleThreadExecutor().submit(() -> {
                await().until(() ->
                        context.getBean(Manager.class).flow("orders").summary().state()
                                != io.concor.layout.FlowState.RUNNING);
                letGo(context);
            });
        });
        run(context -> {
            awaitBookings(20);
            assertThat(rows("booking")).doesNotHaveDuplicates().hasSize(20);
        });
    }

    @Test
    void aTransactionThatOnlyReadsIsRefused() {
        run(context -> {
            CompletableFuture<?> refused = context.getBean(Sales.class).sellWhereNothingIsWritten("one");

            assertThat(refused)
                    .failsWithin(Duration.ofSeconds(1))
                    .withThrowableThat()
                    .havingCause()
                    .isInstanceOf(QueueStoreException.class)
                    .withMessageContaining("sellWhereNothingIsWritten")
                    .withMessageContaining("it only reads. Remove readOnly = true");
        });
    }

    @Configuration(proxyBeanMethods = false)
    static class Foreign {

        @Bean(defaultCandidate = false)
        PlatformTransactionManager foreign() {
            return new JdbcTransactionManager(new DriverManagerDataSource("jdbc:h2:mem:foreign"));
        }
    }

    @Test
    void aTransactionOfAnotherDataSourceIsRefused() {
        run(runner.withUserConfiguration(Foreign.class), context -> {
            CompletableFuture<?> refused = context.getBean(Sales.class).sellElsewhere("one");

            assertThat(refused)
                    .failsWithin(Duration.ofSeconds(1))
                    .withThrowableThat()
                    .havingCause()
                    .isInstanceOf(QueueStoreException.class)
                    .withMessageContaining("sellElsewhere")
                    .withMessageContaining("it is not one of data source 'dataSource'");
        });
    }

    @Test
    void flywayMigratesAnEmptyDatabaseBeforeTheStoreCreatesItsTables() {
        assumeTrue(h2, "Flyway has modules for other databases, which are not on the class path");
        tables.execute("drop table sale");
        tables.execute("drop table booking");
        run(
                runner.withConfiguration(AutoConfigurations.of(FlywayAutoConfiguration.class))
                        .withPropertyValues(
                                "spring.flyway.locations=classpath:db/shop", "spring.main.lazy-initialization=true"),
                context -> {
                    DurableShop.sell(context.getBean(Sales.class), "one").get(30, TimeUnit.SECONDS);
                    awaitBookings(1);
                });
    }
}
