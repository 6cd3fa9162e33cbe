package io.concor.experiments.durable.concor;

import com.zaxxer.hikari.HikariDataSource;
import io.concor.Flow;
import io.concor.FlowBuilder;
import io.concor.Flows;
import io.concor.JoinSettings;
import io.concor.QueueKind;
import io.concor.RetrySettings;
import io.concor.Transaction;
import io.concor.experiments.durable.subject.EffectTask;
import io.concor.experiments.durable.subject.Event;
import io.concor.experiments.durable.subject.Subject;
import io.concor.experiments.durable.subject.SubjectSettings;
import io.concor.kafka.KafkaQueueStore;
import io.concor.manage.ChangeRequest;
import io.concor.manage.Manager;
import io.concor.queues.JdbcQueueStore;
import io.concor.queues.store.JdbcTransactions;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A flow whose only slot is durable, or remote with a database, and its stores. The component writes the effect in the transaction of
 * the database.
 */
final class ConcorSubject implements Subject {

    /** For the callers and the store. */
    private static final int MORE_CONNECTIONS = 16;

    private static final int IN_FLIGHT = 4096;
    private static final int CAPACITY = 1 << 20;
    private static final int MOST_THREADS = 4;
    private static final int PARTITIONS = 12;
    /** A database that is down makes tasks fail. */
    private static final RetrySettings RETRY =
            RetrySettings.DEFAULT.maxRetries(RetrySettings.MOST_RETRIES).delay(Duration.ofMillis(200));

    private static final String WAITING =
            "select (select count(*) from concor_event) + (select count(*) from concor_delayed)";

    private final HikariDataSource pool;
    private final EffectTask task;
    private final JdbcQueueStore store;
    private final @Nullable KafkaQueueStore remote;
    private final JdbcTransactions transactions;
    private final boolean inTransaction;
    private final boolean writes;
    private final SlotOrder order;
    private final int threads;
    private final QueueKind queue;
    private final Manager manager = new Manager();
    private final List<Flow<Event, Event>> flows;

    ConcorSubject(SubjectSettings settings, EffectTask task, int threads) {
        this.pool = settings.autoCommitPool(threads + MORE_CONNECTIONS);
        this.task = task;
        this.order = SlotOrder.of(settings.options());
        this.threads = threads;
        this.queue = ConcorProgram.queue(settings.options());
        this.store = store(settings).build();
        this.writes = settings.writesEffects();
        this.remote = queue == QueueKind.REMOTE ? remote(settings) : null;
        this.transactions = (JdbcTransactions) store.transactions();
        this.inTransaction = Boolean.parseBoolean(settings.text("transaction", "false"));
        this.flows = IntStream.range(0, settings.number("queues", 1))
                .mapToObj(this::flow)
                .toList();
        flows.forEach(manager::register);
        if (settings.options().containsKey(OPTION_PAUSED)) {
            pause(Boolean.parseBoolean(settings.text(OPTION_PAUSED, "")));
        }
    }

    private void pause(boolean paused) {
        store.administration().queues().forEach(each -> store.administration().pause(each, paused));
        if (remote != null) {
            remote.directory().queues().forEach(each -> each.pause(paused));
        }
    }

    private KafkaQueueStore remote(SubjectSettings settings) {
        KafkaQueueStore.Builder builder = KafkaQueueStore.of(
                        Map.of("bootstrap.servers", settings.text(OPTION_BROKER, "")), new EventFormat())
                .partitions(settings.number("partitions", PARTITIONS));
        return (writes ? builder.database(store) : builder).build();
    }

    private Flow<Event, Event> flow(int number) {
        FlowBuilder<Event, Event> flow = Flows.<Event>create("events" + (number == 0 ? "" : "-" + number))
                .maxInFlight(IN_FLIGHT)
                .retry(RETRY)
                .queues(store);
        if (remote != null) {
            flow.remoteQueues(remote);
        }
        return order.build(flow.join(join(threads, queue)), this::handle);
    }

    private JoinSettings join(int ofThreads, QueueKind kind) {
        return order.pool(ofThreads).queue(kind).capacity(kind == QueueKind.MEMORY ? IN_FLIGHT : CAPACITY);
    }

    /** Other threads, or where it has stores, another kind of queue. */
    @Override
    public String change(int number) {
        QueueKind kind = remote == null || number % 2 == 0 ? queue : QueueKind.values()[number / 2 % 3];
        JoinSettings join = join(1 + number / 8 % MOST_THREADS, kind);
        try {
            flows.forEach(flow -> manager.change(ChangeRequest.put(flow.name(), SlotOrder.NAME, join)));
            return join.toString();
        } catch (RuntimeException refused) {
            return join + " was refused: " + refused.getMessage();
        }
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
        if (!writes) {
            task.runWithoutEffect(events);
            task.committed(events);
            return events;
        }
        if (store.isInTransaction()) {
            write(events);
        } else {
            writeAlone(events);
        }
        return events;
    }

    private void write(List<Event> events) throws SQLException {
        task.run(transactions.connection(), events);
        transactions.onEnd(outcome -> {
            if (outcome == Transaction.Outcome.COMMITTED) {
                task.committed(events);
            }
        });
    }

    /** While the events wait in memory, no store has a transaction. */
    private void writeAlone(List<Event> events) throws SQLException {
        Transaction transaction = transactions.begin();
        try {
            write(events);
        } catch (SQLException | RuntimeException failed) {
            rollBack(transaction, failed);
            throw failed;
        }
        try {
            transaction.commit();
        } catch (Throwable failed) {
            requireWritten(events, failed);
        }
    }

    /** In memory, a task has to find out itself whether it has committed: it would be tried again otherwise. */
    private void requireWritten(List<Event> events, Throwable failed) throws SQLException {
        try (Connection connection = pool.getConnection();
                PreparedStatement count = connection.prepareStatement("select count(*) from effect where event = ?")) {
            count.setLong(1, events.get(0).number());
            try (ResultSet result = count.executeQuery()) {
                result.next();
                if (result.getLong(1) == 0) {
                    throw new SQLException("The effects could not be committed", failed);
                }
            }
        }
        task.committed(events);
    }

    private static void rollBack(Transaction transaction, Exception cause) {
        try {
            transaction.rollback();
        } catch (Throwable failed) {
            cause.addSuppressed(failed);
        }
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

    /** A queue in a broker only has no transaction of a database to put in. */
    @Override
    public boolean joinsTransactions() {
        return queue != QueueKind.REMOTE || writes;
    }

    @Override
    public long waiting() throws SQLException {
        try (Connection connection = pool.getConnection();
                PreparedStatement count = connection.prepareStatement(WAITING);
                ResultSet result = count.executeQuery()) {
            result.next();
            return result.getLong(1) + waitingRemotely();
        }
    }

    private long waitingRemotely() {
        return remote == null
                ? 0
                : remote.directory().queues().stream()
                        .mapToLong(each -> each.report().depth())
                        .sum();
    }

    @Override
    public void close() {
        flows.forEach(Flow::close);
        if (remote != null) {
            remote.close();
        }
        store.close();
        pool.close();
    }
}
