package io.concor.autoconfigure.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.Flow;
import io.concor.SynchronizedRemoteTask;
import io.concor.TransitionTask;
import io.concor.autoconfigure.ConcorAutoConfiguration;
import io.concor.autoconfigure.YamlInitializer;
import io.concor.layout.Topology.TransactionScope;
import io.concor.manage.Manager;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.assertj.core.api.ThrowingConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.UnexpectedRollbackException;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Configured transactions with tasks that call transactional beans. */
@ExtendWith(OutputCaptureExtension.class)
class ConfiguredTransactionTests {

    private static final String FLOW = """
        concor.flows.ledger:
          tasks: [ reader, asker, checker, writer ]
          transactions:
            - %s
        """;

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(ConcorAutoConfiguration.class))
            .withUserConfiguration(Ledger.class);

    private void run(String transaction, ThrowingConsumer<AssertableApplicationContext> check) {
        runner.withInitializer(new YamlInitializer(FLOW.formatted(transaction))).run(context -> {
            assertThat(context).hasNotFailed();
            context.getBean(JdbcTemplate.class).update("delete from entry");
            check.accept(context);
        });
    }

    /** The error of the event, or null. */
    @SuppressWarnings("unchecked")
    private static Throwable failure(AssertableApplicationContext context, String event) throws Exception {
        CompletableFuture<String> result = context.getBean("ledger", Flow.class).submit(event);
        return result.handle((value, failure) -> failure).get(10, TimeUnit.SECONDS);
    }

    private static List<String> entries(AssertableApplicationContext context) {
        return context.getBean(JdbcTemplate.class).queryForList("select text from entry order by text", String.class);
    }

    @Test
    void joinTransactionalBeans() {
        run("{ from: reader, to: writer }", context -> {
            assertThat(failure(context, "fine")).isNull();
            assertThat(entries(context)).containsExactly("audit fine", "read fine", "write fine");
        });
    }

    @Test
    void rollBackTransactionalBeansUnlessTheyRequireANewTransaction() {
        run("{ from: reader, to: writer }", context -> {
            assertThat(failure(context, "refuse")).isInstanceOf(IllegalStateException.class);
            assertThat(entries(context)).containsExactly("audit refuse");
        });
    }

    @Test
    void failAnEventIfATransactionalBeanFailedSilently() {
        run("{ from: reader, to: writer }", context -> {
            assertThat(failure(context, "swallow")).isInstanceOf(UnexpectedRollbackException.class);
            assertThat(entries(context)).containsExactly("audit swallow");
        });
    }

    @Test
    void spanOneComponentIfTheLastOneIsMissing() {
        run("{ from: reader }", context -> {
            assertThat(failure(context, "refuse")).isInstanceOf(IllegalStateException.class);
            assertThat(entries(context)).containsExactly("audit refuse", "read refuse");
            assertThat(context.getBean(Manager.class).flow("ledger").topology().transactions())
                    .containsExactly(new TransactionScope("reader", "reader", "entries"));
        });
    }

    @Test
    void areDefinedAsConfigured() {
        run(
                "{ from: reader, to: writer, manager: entries, timeout: 7s, read-only: true, isolation: serializable }",
                context -> {
                    assertThat(failure(context, "describe")).isNull();
                    assertThat(context.getBean(Ledger.class).described)
                            .isEqualTo("ledger.reader, read-only true, isolation 8, within 7 s true");
                });
    }

    @Test
    void warnIfTheyHoldAConnectionWhileRemoteTasksRun(CapturedOutput output) {
        run("{ from: reader, to: writer }", context -> assertThat(output)
                .containsOnlyOnce(
                        "Flow 'ledger': the transaction from 'reader' to 'writer' holds its connection while 'asker' (transition), 'checker' (synchronized-remote) run")
                .contains("'spans-remote: true'"));
    }

    @Test
    void warnOfATransitionAtTheirEnd(CapturedOutput output) {
        run("{ from: reader, to: asker }", context -> assertThat(output).contains("'asker' (transition) run"));
    }

    @Test
    void doNotWarnOfTheirFirstAndLastTask(CapturedOutput output) {
        run("{ from: checker, to: writer }", context -> assertThat(output).doesNotContain("keeps its connection"));
    }

    @Test
    void doNotWarnIfTheySpanRemoteTasksIntentionally(CapturedOutput output) {
        run("{ from: reader, to: writer, spans-remote: true }", context -> assertThat(output)
                .doesNotContain("keeps its connection"));
    }

    @Configuration(proxyBeanMethods = false)
    @EnableTransactionManagement
    static class Ledger {

        volatile String described = "";

        @Bean
        DataSource dataSource() {
            DriverManagerDataSource dataSource = new DriverManagerDataSource("jdbc:h2:mem:ledger;DB_CLOSE_DELAY=-1");
            new JdbcTemplate(dataSource).execute("create table if not exists entry (text varchar(20))");
            return dataSource;
        }

        @Bean
        JdbcTransactionManager entries(DataSource dataSource) {
            return new JdbcTransactionManager(dataSource);
        }

        @Bean
        JdbcTemplate jdbc(DataSource dataSource) {
            return new JdbcTemplate(dataSource);
        }

        @Bean
        Book book(JdbcTemplate jdbc) {
            return new Book(jdbc);
        }

        @Bean
        SynchronizedRemoteTask<String, String> reader(Book book) {
            return event -> {
                if (!event.equals("describe")) {
                    book.audit("audit " + event);
                    book.enter("read " + event);
                }
                return event;
            };
        }

        @Bean
        TransitionTask<String, String> asker() {
            return (event, continuation) -> new Thread(() -> continuation.complete(event)).start();
        }

        @Bean
        SynchronizedRemoteTask<String, String> checker() {
            return event -> {
                described = "%s, read-only %s, isolation %s, within 7 s %s"
                        .formatted(
                                TransactionSynchronizationManager.getCurrentTransactionName(),
                                TransactionSynchronizationManager.isCurrentTransactionReadOnly(),
                                TransactionSynchronizationManager.getCurrentTransactionIsolationLevel(),
                                TransactionSynchronizationManager.getResourceMap().values().stream()
                                        .filter(ConnectionHolder.class::isInstance)
                                        .map(ConnectionHolder.class::cast)
                                        .allMatch(
                                                holder -> holder.hasTimeout() && holder.getTimeToLiveInSeconds() <= 7));
                return event;
            };
        }

        @Bean
        SynchronizedRemoteTask<String, String> writer(Book book) {
            return event -> {
                switch (event) {
                    case "refuse" -> throw new IllegalStateException("refused");
                    case "swallow" -> swallow(book);
                    case "fine" -> book.enter("write " + event);
                    default -> {}
                }
                return event;
            };
        }

        private static void swallow(Book book) {
            try {
                book.fail();
            } catch (IllegalStateException swallowed) {
                assertThat(swallowed).hasMessage("failed inside");
            }
        }
    }

    static class Book {

        private final JdbcTemplate jdbc;

        Book(JdbcTemplate jdbc) {
            this.jdbc = jdbc;
        }

        @Transactional
        public void enter(String text) {
            jdbc.update("insert into entry values (?)", text);
        }

        @Transactional(propagation = Propagation.REQUIRES_NEW)
        public void audit(String text) {
            jdbc.update("insert into entry values (?)", text);
        }

        @Transactional
        public void fail() {
            throw new IllegalStateException("failed inside");
        }
    }
}
