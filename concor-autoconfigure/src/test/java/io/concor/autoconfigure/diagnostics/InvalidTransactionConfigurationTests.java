package io.concor.autoconfigure.diagnostics;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.autoconfigure.ConcorAutoConfiguration;
import io.concor.autoconfigure.StartupFailure;
import io.concor.autoconfigure.TestTasks;
import io.concor.autoconfigure.YamlInitializer;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.ReactiveTransaction;
import org.springframework.transaction.ReactiveTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.jta.JtaTransactionManager;
import reactor.core.publisher.Mono;

/** The failure analyses for invalid transactions of flows. */
class InvalidTransactionConfigurationTests {

    private static final String FLOW = """
            concor.flows.mo-flow:
              tasks: [ translator, { name: sessions, task: moSessionManager }, endpointResolver ]
              transactions:
                - %s
            """;

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(ConcorAutoConfiguration.class))
            .withUserConfiguration(TestTasks.class);

    private static FailureAnalysis analysis(ApplicationContextRunner runner, String... transactions) {
        return StartupFailure.analysis(
                runner.withInitializer(new YamlInitializer(FLOW.formatted(String.join("\n    - ", transactions)))));
    }

    private FailureAnalysis analysis(Class<?> managers, String... transactions) {
        return analysis(runner.withUserConfiguration(managers), transactions);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            { from: nowhere, to: sessions }      | from         | at 'nowhere'                            | 'translator', 'sessions', 'endpointResolver'
            { from: sessions, to: nowhere }      | to           | at 'nowhere', which is no component     | 'translator', 'sessions', 'endpointResolver'
            { from: moSessionManager }           | from         | at 'moSessionManager'                   | 'sessions'
            { to: sessions }                     | from         | the transaction has no first component  | Set 'from'
            { from: sessions, to: translator }   | to           | from 'sessions' to 'translator' ends before it begins | from 'translator' to 'sessions'
            { from: sessions, manager: nowhere } | manager      | there is no bean named 'nowhere'        | the transaction managers 'orders'
            { from: sesions }                    | from         | at 'sesions' (did you mean 'sessions'?) | 'sessions'
            { from: sessions, manager: ordrs }   | manager      | 'ordrs' (did you mean 'orders'?)        | 'orders'
            { from: sessions, manager: noTask }  | manager      | 'noTask' (java.lang.String) cannot manage | 'orders'
            """)
    void reportsProblemPlaceAndRemedy(String transaction, String key, String expected, String remedy) {
        FailureAnalysis analysis = analysis(OneManager.class, transaction);
        assertThat(analysis.getDescription())
                .startsWith("Flow 'mo-flow': ")
                .contains(expected, "Property: concor.flows.mo-flow.transactions[0]." + key);
        assertThat(analysis.getAction()).contains(remedy);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            timeout: soon              | concor.flows.mo-flow.transactions[0].timeout | a number with a unit
            timeout: 0s                | 'concor.flows.mo-flow.transactions[0].timeout': 0s is out of bounds | whole seconds from 1s to 1d
            timeout: 1500ms            | 1s 500ms is out of bounds | whole seconds from 1s to 1d
            timeout: 2d                | 2d is out of bounds  | whole seconds from 1s to 1d
            isolation: complete        | 'concor.flows.mo-flow.transactions[0].isolation': 'complete' is unknown | default, read-uncommitted, read-committed, repeatable-read, serializable
            read-only: perhaps         | concor.flows.mo-flow.transactions[0].read-only | configuration
            until: sessions            | concor.flows.mo-flow.transactions[0].until | of a transaction: from, to, manager, timeout, read-only, isolation, spans-remote
            """)
    void reportsUnreadableAndUnknownSettings(String setting, String expected, String remedy) {
        FailureAnalysis analysis = analysis(OneManager.class, "{ from: sessions, " + setting + " }");
        assertThat(analysis.getDescription()).contains(expected);
        assertThat(analysis.getAction()).contains(remedy);
    }

    @Test
    void reportsWhichTransactionsOverlap() {
        FailureAnalysis analysis = analysis(
                OneManager.class, "{ from: translator, to: sessions }", "{ from: sessions, to: endpointResolver }");
        assertThat(analysis.getDescription())
                .contains(
                        "two transactions span component 'sessions': from 'translator' to 'sessions' and from 'sessions' to 'endpointResolver'",
                        "Property: concor.flows.mo-flow.transactions[1]");
        assertThat(analysis.getAction()).contains("Let one end before the other begins");
    }

    @Test
    void reportsThatThereIsNoManager() {
        FailureAnalysis analysis = analysis(runner, "{ from: sessions }");
        assertThat(analysis.getDescription()).contains("Flow 'mo-flow': there is no transaction manager");
        assertThat(analysis.getAction()).contains("or a DataSource");
    }

    @Test
    void reportsTheManagersIfNoneIsPrimary() {
        FailureAnalysis analysis = analysis(TwoManagers.class, "{ from: sessions }");
        assertThat(analysis.getDescription()).contains("several transaction managers: 'archive', 'orders'");
        assertThat(analysis.getAction()).contains("Set 'manager' to one of them, or make one primary");
    }

    @Test
    void usesThePrimaryManagerByDefault() {
        runner.withUserConfiguration(OneManager.class, PrimaryManager.class)
                .withInitializer(new YamlInitializer(FLOW.formatted("{ from: sessions }")))
                .run(context -> assertThat(context).hasNotFailed());
    }

    @ParameterizedTest
    @CsvSource({"'{ from: sessions }'", "'{ from: sessions, manager: reactive }'"})
    void reportsWhyAReactiveManagerDoesNotFit(String transaction) {
        FailureAnalysis analysis = analysis(ReactiveManager.class, transaction);
        assertThat(analysis.getDescription())
                .contains("bean 'reactive'", "cannot manage", "belong to a reactive subscription, not to a thread");
        assertThat(analysis.getAction()).contains("Define a transaction manager for JPA, JDBC or messaging");
    }

    @Test
    void reportsWhyAManagerOfJtaDoesNotFit() {
        FailureAnalysis analysis = analysis(Jta.class, "{ from: sessions }");
        assertThat(analysis.getDescription())
                .contains("bean 'jta'", "binds its transactions to threads outside of Spring");
    }

    @Test
    void reportsThatSpringsTransactionsAreNotOnTheClassPath() {
        FailureAnalysis analysis = analysis(
                runner.withClassLoader(new FilteredClassLoader(PlatformTransactionManager.class)),
                "{ from: sessions }");
        assertThat(analysis.getDescription())
                .contains("spring-tx is not on the class path", "concor.flows.mo-flow.transactions[0]");
        assertThat(analysis.getAction()).contains("spring-boot-starter-jdbc", "spring-boot-starter-data-jpa");
    }

    @Test
    void needsNoTransactionsOfSpringIfNoneAreConfigured() {
        runner.withClassLoader(new FilteredClassLoader("org.springframework.transaction"))
                .withInitializer(new YamlInitializer("concor.flows.mo-flow.tasks: [ translator ]"))
                .run(context -> assertThat(context).hasNotFailed());
    }

    static class OneManager {

        @Bean
        JdbcTransactionManager orders() {
            return new JdbcTransactionManager(nowhere());
        }

        static DataSource nowhere() {
            return new DriverManagerDataSource("jdbc:h2:mem:nowhere");
        }
    }

    static class TwoManagers extends OneManager {

        @Bean
        JdbcTransactionManager archive() {
            return new JdbcTransactionManager(nowhere());
        }
    }

    static class PrimaryManager {

        @Bean
        @Primary
        JdbcTransactionManager primary() {
            return new JdbcTransactionManager(OneManager.nowhere());
        }
    }

    static class ReactiveManager {

        @Bean
        ReactiveTransactionManager reactive() {
            return new ReactiveTransactionManager() {
                @Override
                public Mono<ReactiveTransaction> getReactiveTransaction(TransactionDefinition definition) {
                    return Mono.empty();
                }

                @Override
                public Mono<Void> commit(ReactiveTransaction transaction) {
                    return Mono.empty();
                }

                @Override
                public Mono<Void> rollback(ReactiveTransaction transaction) {
                    return Mono.empty();
                }
            };
        }
    }

    static class Jta {

        @Bean
        PlatformTransactionManager jta() {
            return new JtaTransactionManager() {
                @Override
                public void afterPropertiesSet() {
                    // needs no provider to be refused
                }
            };
        }
    }
}
