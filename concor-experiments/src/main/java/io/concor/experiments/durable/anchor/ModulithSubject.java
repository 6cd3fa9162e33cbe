package io.concor.experiments.durable.anchor;

import com.zaxxer.hikari.HikariDataSource;
import io.concor.experiments.durable.subject.EffectTask;
import io.concor.experiments.durable.subject.Event;
import io.concor.experiments.durable.subject.Subject;
import io.concor.experiments.durable.subject.SubjectSettings;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.modulith.events.ApplicationModuleListener;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/** An application with a listener of Spring Modulith. The task commits before the library marks the event as done. */
final class ModulithSubject implements Subject {

    private static final int MORE_CONNECTIONS = 10;

    private final AnchorDatabase database;
    private final ConfigurableApplicationContext application;
    private final TransactionTemplate transactions;

    /**
     * What is published.
     *
     * @param text the event
     */
    public record EventPut(String text) {}

    /** The application. */
    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @EnableAsync
    public static class Application {

        @Bean
        Listener listener(DataSource connections, EffectTask task) {
            return new Listener(connections, task);
        }
    }

    /** Runs the task. */
    public static class Listener {

        private final DataSource connections;
        private final EffectTask task;

        Listener(DataSource connections, EffectTask task) {
            this.connections = connections;
            this.task = task;
        }

        /** Handles an event in a transaction of its own. */
        @ApplicationModuleListener
        public void on(EventPut put) throws SQLException {
            List<Event> events = List.of(Event.parse(put.text()));
            TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                @Override
                public void afterCommit() {
                    task.committed(events);
                }
            });
            Connection connection = DataSourceUtils.getConnection(connections);
            try {
                task.run(connection, events);
            } finally {
                DataSourceUtils.releaseConnection(connection, connections);
            }
        }
    }

    ModulithSubject(SubjectSettings settings, EffectTask task, int threads) {
        HikariDataSource pool = settings.autoCommitPool(2 * threads + MORE_CONNECTIONS);
        database = new AnchorDatabase(pool, task);
        application = new SpringApplicationBuilder(Application.class)
                .web(WebApplicationType.NONE)
                .properties(Map.of(
                        "spring.main.banner-mode",
                        "off",
                        "spring.task.execution.pool.core-size",
                        threads,
                        "spring.modulith.events.jdbc.schema-initialization.enabled",
                        true,
                        "spring.modulith.events.completion-mode",
                        "delete",
                        "spring.modulith.events.republish-outstanding-events-on-restart",
                        true))
                .initializers(context -> {
                    context.getBeanFactory().registerSingleton("effectTask", task);
                    context.getBeanFactory().registerSingleton("dataSource", pool);
                })
                .run();
        transactions = new TransactionTemplate(application.getBean(PlatformTransactionManager.class));
    }

    @Override
    public void put(List<Event> events) {
        transactions.executeWithoutResult(
                transaction -> events.forEach(event -> application.publishEvent(new EventPut(event.text()))));
    }

    @Override
    public void putInTransaction(Event event) {
        put(List.of(event));
    }

    @Override
    public boolean joinsTransactions() {
        return true;
    }

    @Override
    public long waiting() throws SQLException {
        return database.count("select count(*) from event_publication");
    }

    @Override
    public void close() {
        application.close();
        database.pool().close();
    }
}
