package io.concor.autoconfigure.datasource;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.concor.Flow;
import io.concor.Flows;
import io.concor.JoinSettings;
import io.concor.SynchronizedRemoteTask;
import io.concor.autoconfigure.ConcorAutoConfiguration;
import io.concor.manage.ChangeRequest;
import io.concor.manage.Manager;
import java.time.Duration;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.metadata.DataSourcePoolMetadataProvider;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;

/** Warnings for threads that would wait for a connection. */
class ConcorDataSourceAutoConfigurationTests {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    ConcorAutoConfiguration.class,
                    ConcorDataSourceAutoConfiguration.class,
                    DataSourceAutoConfiguration.class))
            .withPropertyValues(
                    "spring.datasource.url=jdbc:h2:mem:warned", "spring.datasource.hikari.maximum-pool-size=6")
            .withUserConfiguration(TwoFlows.class);

    static class TwoFlows {

        @Bean
        Flow<String, String> orders() {
            return Flows.<String>create("orders")
                    .join(JoinSettings.fixed(4))
                    .mapSynchronizedRemote((String message) -> message, "resolver")
                    .join(JoinSettings.fixed(9))
                    .map((String message) -> message, "parser")
                    .build();
        }

        @Bean
        Flow<String, String> bills() {
            return Flows.<String>create("bills")
                    .join(JoinSettings.cached(2))
                    .map((String message) -> message, "parser")
                    .mapSynchronizedRemote((String message) -> message, "resolver")
                    .build();
        }
    }

    private static ChangeRequest put(int threads) {
        return ChangeRequest.put("orders", "resolver", JoinSettings.fixed(threads));
    }

    @Test
    void doesNotWarnIfEachThreadHasAConnection() {
        runner.run(context -> {
            Manager manager = context.getBean(Manager.class);
            assertThat(manager.flow("orders").warnings()).isEmpty();
            assertThat(manager.change(put(3)).warnings()).isEmpty();
        });
    }

    @Test
    void warnsOfAChangeAndOfADryRunWithMoreThreadsThanConnections() {
        runner.run(context -> {
            Manager manager = context.getBean(Manager.class);
            String warning =
                    "the stages with synchronized-remote tasks or transactions (flow 'bills': 'parser'; flow 'orders': 'resolver') have up to 7 threads, but the data source has at most 6 connections. If these tasks use it, the surplus threads wait for a connection: raise the maximum of the connection pool to as many, or use fewer threads if the load permits it";
            assertThat(manager.change(put(5).dryRun(true)).warnings()).containsExactly(warning);
            assertThat(manager.change(put(5)).warnings()).containsExactly(warning);
        });
    }

    @Test
    void doesNotRepeatTheWarningForChangesThatAddNoConnectingThreads() {
        runner.run(context -> {
            Manager manager = context.getBean(Manager.class);
            assertThat(manager.change(put(8)).warnings()).isNotEmpty();
            ChangeRequest elsewhere = ChangeRequest.put("orders", "parser", JoinSettings.fixed(1));

            assertThat(manager.change(elsewhere.revertAfter(Duration.ofHours(1)))
                            .warnings())
                    .isEmpty();
            assertThat(manager.confirm(ChangeRequest.options("orders")).warnings())
                    .isEmpty();
            assertThat(manager.undo(ChangeRequest.options("orders")).warnings()).isEmpty();
            assertThat(manager.change(put(7)).warnings())
                    .as("still more than connections, but fewer than before")
                    .isEmpty();
            assertThat(manager.undo(ChangeRequest.options("orders")).warnings())
                    .as("an undo that adds threads")
                    .hasSize(1);
        });
    }

    @Test
    void doesNotCountTheThreadsOfAClosedFlow() {
        runner.run(context -> {
            context.getBean("bills", Flow.class).close();

            assertThat(context.getBean(Manager.class).change(put(5)).warnings()).isEmpty();
        });
    }

    static class TwoTasks {

        /** Uses the data source through another bean. */
        @Bean
        SynchronizedRemoteTask<String, String> store(Repository repository) {
            return message -> message;
        }

        @Bean
        SynchronizedRemoteTask<String, String> call() {
            return message -> message;
        }

        @Bean
        Repository repository(DataSource dataSource) {
            return new Repository(dataSource);
        }

        record Repository(DataSource dataSource) {}
    }

    @Test
    void countsTasksThatDependOnTheDataSource() {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        ConcorAutoConfiguration.class,
                        ConcorDataSourceAutoConfiguration.class,
                        DataSourceAutoConfiguration.class))
                .withUserConfiguration(TwoTasks.class)
                .withPropertyValues(
                        "spring.datasource.url=jdbc:h2:mem:counted",
                        "spring.datasource.hikari.maximum-pool-size=6",
                        "concor.flows.orders.tasks=store,call",
                        "concor.flows.orders.slots.store.pool=cached",
                        "concor.flows.orders.slots.store.threads=6",
                        "concor.flows.orders.slots.call.pool=cached",
                        "concor.flows.orders.slots.call.threads=9")
                .run(context -> {
                    Manager manager = context.getBean(Manager.class);
                    assertThat(manager.change(ChangeRequest.put("orders", "call", JoinSettings.cached(20)))
                                    .warnings())
                            .isEmpty();
                    assertThat(manager.change(ChangeRequest.put("orders", "store", JoinSettings.cached(7)))
                                    .warnings())
                            .singleElement()
                            .asString()
                            .contains("(flow 'orders': 'store') have up to 7 threads");
                });
    }

    @Test
    @ExtendWith(OutputCaptureExtension.class)
    void warnsOnceAtStartUp(CapturedOutput output) {
        runner.withPropertyValues("spring.datasource.hikari.maximum-pool-size=1")
                .run(
                        context -> assertThat(output)
                                .containsOnlyOnce(
                                        "(flow 'bills': 'parser'; flow 'orders': 'resolver') have up to 6 threads, but the data source has at most 1 connection."));
    }

    @Test
    void doesNotWarnIfThereAreSeveralDataSources() {
        runner.withBean("one", DataSource.class, HikariDataSource::new)
                .withBean("two", DataSource.class, HikariDataSource::new)
                .run(context -> assertThat(context)
                        .doesNotHaveBean(ConnectionPoolAdvisor.class)
                        .hasSingleBean(Manager.class));
    }

    @Test
    void backsOffWithoutBootsDataSources() {
        runner.withClassLoader(new FilteredClassLoader(DataSourcePoolMetadataProvider.class))
                .run(context -> assertThat(context).doesNotHaveBean(ConnectionPoolAdvisor.class));
    }
}
