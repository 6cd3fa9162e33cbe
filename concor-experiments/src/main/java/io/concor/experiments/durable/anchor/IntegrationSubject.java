package io.concor.experiments.durable.anchor;

import io.concor.experiments.durable.subject.EffectTask;
import io.concor.experiments.durable.subject.Event;
import io.concor.experiments.durable.subject.Subject;
import io.concor.experiments.durable.subject.SubjectSettings;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.springframework.integration.jdbc.store.JdbcChannelMessageStore;
import org.springframework.integration.jdbc.store.channel.MySqlChannelMessageStoreQueryProvider;
import org.springframework.integration.jdbc.store.channel.PostgresChannelMessageStoreQueryProvider;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.messaging.Message;
import org.springframework.messaging.support.GenericMessage;
import org.springframework.transaction.support.TransactionTemplate;

/** A channel of Spring Integration whose pollers take a message and run the task in one transaction. */
final class IntegrationSubject implements Subject {

    private static final int MORE_CONNECTIONS = 10;
    private static final String GROUP = "events";

    private final AnchorDatabase database;
    private final JdbcChannelMessageStore store;
    private final TransactionTemplate transactions;
    private final ScheduledExecutorService pollers;

    IntegrationSubject(SubjectSettings settings, EffectTask task, int workers, int pollMillis) {
        database = new AnchorDatabase(settings.autoCommitPool(workers + MORE_CONNECTIONS), task);
        store = store(new JdbcChannelMessageStore(database.pool()), settings.mariadb());
        transactions = new TransactionTemplate(new JdbcTransactionManager(database.pool()));
        pollers = Executors.newScheduledThreadPool(workers);
        for (int i = 0; i < workers; i++) {
            pollers.scheduleWithFixedDelay(this::poll, 0, pollMillis, TimeUnit.MILLISECONDS);
        }
    }

    private static JdbcChannelMessageStore store(JdbcChannelMessageStore store, boolean mariadb) {
        store.setChannelMessageStoreQueryProvider(
                mariadb ? new MySqlChannelMessageStoreQueryProvider() : new PostgresChannelMessageStoreQueryProvider());
        store.afterPropertiesSet();
        return store;
    }

    /** Handles what is there. An exception would end the schedule. */
    private void poll() {
        try {
            Optional<Event> handled = next();
            while (handled.isPresent()) {
                database.task().committed(List.of(handled.get()));
                handled = next();
            }
        } catch (RuntimeException failed) {
            System.err.println("A poll failed: " + failed);
        }
    }

    private Optional<Event> next() {
        return transactions.execute(transaction -> handleNext());
    }

    private Optional<Event> handleNext() {
        Message<?> message = store.pollMessageFromGroup(GROUP);
        if (message == null) {
            return Optional.empty();
        }
        Event event = Event.parse((String) message.getPayload());
        Connection connection = DataSourceUtils.getConnection(database.pool());
        try {
            database.task().run(connection, List.of(event));
        } catch (SQLException failed) {
            throw new IllegalStateException("The task failed", failed);
        } finally {
            DataSourceUtils.releaseConnection(connection, database.pool());
        }
        return Optional.of(event);
    }

    @Override
    public void put(List<Event> events) {
        transactions.executeWithoutResult(transaction ->
                events.forEach(event -> store.addMessageToGroup(GROUP, new GenericMessage<>(event.text()))));
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
        return database.count("select count(*) from int_channel_message");
    }

    @Override
    public void close() throws InterruptedException {
        pollers.shutdown();
        pollers.awaitTermination(10, TimeUnit.SECONDS);
        database.pool().close();
    }
}
