package io.concor.experiments.durable.concor;

import com.zaxxer.hikari.HikariDataSource;
import io.concor.Flow;
import io.concor.Flows;
import io.concor.QueueKind;
import io.concor.RetrySettings;
import io.concor.Transaction;
import io.concor.experiments.durable.subject.EffectTask;
import io.concor.experiments.durable.subject.Event;
import io.concor.experiments.durable.subject.Subject;
import io.concor.experiments.durable.subject.SubjectSettings;
import io.concor.queues.JdbcQueueStore;
import io.concor.queues.store.JdbcTransactions;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;

/** A flow whose only slot is durable, and its store. The component writes the effect in the transaction of the store. */
final class ConcorSubject implements Subject {

    /** For the callers and the store. */
    private static final int MORE_CONNECTIONS = 16;

    private static final int IN_FLIGHT = 4096;
    private static final int CAPACITY = 1 << 20;
    /** A database that is down makes tasks fail. */
    private static final RetrySettings RETRY =
            RetrySettings.DEFAULT.maxRetries(RetrySettings.MOST_RETRIES).delay(Duration.ofMillis(200));

    private static final String WAITING =
            "select (select count(*) from concor_event) + (select count(*) from concor_delayed)";

    private final HikariDataSource pool;
    private final EffectTask task;
    private final JdbcQueueStore store;
    private final JdbcTransactions transactions;
    private final boolean inTransaction;
    private final List<Flow<Event, Event>> flows;

    ConcorSubject(SubjectSettings settings, EffectTask task, int threads) {
        this.pool = settings.autoCommitPool(threads + MORE_CONNECTIONS);
        this.task = task;
        this.store = store(settings).build();
        this.transactions = (JdbcTransactions) store.transactions();
        this.inTransaction = Boolean.parseBoolean(settings.text("transaction", "false"));
        this.flows = IntStream.range(0, settings.number("queues", 1))
                .mapToObj(each -> flow(each, SlotOrder.of(settings.options()), threads))
                .toList();
        if (settings.options().containsKey(OPTION_PAUSED)) {
            pause(Boolean.parseBoolean(settings.text(OPTION_PAUSED, "")));
        }
    }

    private void pause(boolean paused) {
        store.administration().queues().forEach(queue -> store.administration().pause(queue, paused));
    }

    private Flow<Event, Event> flow(int number, SlotOrder order, int threads) {
        return order.build(
                Flows.<Event>create("events" + (number == 0 ? "" : "-" + number))
                        .maxInFlight(IN_FLIGHT)
                        .retry(RETRY)
                        .queues(store)
                        .join(order.pool(threads).queue(QueueKind.DURABLE).capacity(CAPACITY)),
                this::handle);
    }

    private Flow<Event, Event> flowOf(Event event) {
        return flows.get(event.key() % flows.size());
    }

    private JdbcQueueStore.Builder store(SubjectSettings settings) {
        EventFormat format = new EventFormat();
        return settings.sqlite() ? JdbcQueueStore.file(file(settings.url()), format) : JdbcQueueStore.of(pool, format);
    }

    private static Path file(String url) {
        return Path.of(url.substring("jdbc:sqlite:".length(), url.indexOf('?')));
    }

    private List<Event> handle(List<Event> events) throws SQLException {
        task.run(transactions.connection(), events);
        transactions.onEnd(outcome -> {
            if (outcome == Transaction.Outcome.COMMITTED) {
                task.committed(events);
            }
        });
        return events;
    }

    @Override
    public void put(List<Event> events) throws Exception {
        if (inTransaction) {
            putTogether(events);
        } else {
            accept(events).get();
        }
    }

    /** As a method with {@code @Transactional} does it: what is refused is known at once, the rest by the commit. */
    @Override
    public void putInTransaction(Event event) throws Exception {
        Transaction transaction = transactions.begin();
        CompletableFuture<Void> accepted = flowOf(event).accept(event);
        if (accepted.isCompletedExceptionally()) {
            accepted.get();
        }
        commit(transaction);
    }

    private void putTogether(List<Event> events) throws Exception {
        Transaction transaction = transactions.begin();
        CompletableFuture<Void> accepted = accept(events);
        commit(transaction);
        accepted.get();
    }

    private static void commit(Transaction transaction) throws ExecutionException {
        try {
            transaction.commit();
        } catch (Throwable failed) {
            throw new ExecutionException(failed);
        }
    }

    private CompletableFuture<Void> accept(List<Event> events) {
        return CompletableFuture.allOf(
                events.stream().map(event -> flowOf(event).accept(event)).toArray(CompletableFuture<?>[]::new));
    }

    @Override
    public boolean joinsTransactions() {
        return true;
    }

    @Override
    public long waiting() throws SQLException {
        try (Connection connection = pool.getConnection();
                PreparedStatement count = connection.prepareStatement(WAITING);
                ResultSet result = count.executeQuery()) {
            result.next();
            return result.getLong(1);
        }
    }

    @Override
    public void close() {
        flows.forEach(Flow::close);
        store.close();
        pool.close();
    }
}
