package io.concor.queues.store;

import io.concor.QueueStoreException;
import io.concor.queue.QueueDefinition;
import io.concor.queue.StoredQueue;
import io.concor.queues.administration.LocalQueues;
import io.concor.queues.administration.QueueCensus.OpenQueues;
import io.concor.queues.administration.StoredSlots;
import io.concor.queues.codec.MessageFormat;
import io.concor.queues.event.LocalQueue;
import io.concor.queues.event.QueueDepth;
import io.concor.queues.jdbc.DatabaseHealth;
import io.concor.queues.jdbc.Dialect;
import io.concor.queues.jdbc.HeldConnection;
import io.concor.queues.jdbc.QueueTable;
import io.concor.queues.jdbc.StoreDataSources;
import io.concor.queues.jdbc.StoreTables;
import io.concor.queues.measure.LocalFigures;
import io.concor.queues.measure.QueueLevels;
import io.concor.queues.measure.StoreActivity;
import io.concor.queues.member.Membership;
import io.concor.queues.outbox.HandOvers;
import io.concor.queues.read.Reader;
import io.concor.queues.row.QueueRow;
import io.concor.queues.row.RowSpan;
import io.concor.queues.schema.Schema;
import io.concor.queues.write.Announcements;
import io.concor.queues.write.EndStatements;
import io.concor.queues.write.LetterWriter;
import io.concor.queues.write.Receipts;
import io.concor.queues.write.Writer;
import io.concor.text.Sentence;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** A store at run time: its threads and queues. Thread-safe. */
public final class StoreRuntime implements OpenQueues, LocalQueues, AutoCloseable {

    private static final int MOST_SECONDS_TO_LOOK = 2;

    private final StoreDataSources dataSources;
    private final StoreSettings settings;
    private final Map<String, DatabaseQueue> queues = new ConcurrentHashMap<>();
    private final DatabaseHealth health;
    private final StoreTables tables;
    private final Reader reader;
    private final Writer writer;
    private final LetterWriter letters;
    private final Receipts receipts = new Receipts();
    private final StoreActivity activity = new StoreActivity();
    private final Membership membership;
    private final Forgetting forgetting;
    private final StoreParts parts;
    private boolean closed;

    private StoreRuntime(
            StoreDataSources dataSources,
            Dialect dialect,
            StoreTransactions transactions,
            MessageFormat format,
            StoreSettings settings) {
        this.dataSources = dataSources;
        this.settings = settings;
        health = new DatabaseHealth(settings.name());
        tables = StoreTables.of(dialect);
        EndStatements ends = new EndStatements(tables);
        reader = new Reader(tables, held(dialect), health, activity.reading());
        membership = new Membership(dataSources, dialect, settings.member(), settings.silence(), reader, health);
        writer = new Writer(tables, ends, held(dialect), receipts, health, activity.writing());
        letters = new LetterWriter(tables, held(dialect), receipts, health);
        Announcements announcements = new Announcements(reader, membership);
        forgetting = new Forgetting(tables, held(dialect), settings.remember(), health);
        parts = new StoreParts(
                tables,
                ends,
                transactions,
                format,
                membership,
                reader,
                writer,
                letters,
                receipts,
                announcements,
                health,
                activity);
        receipts.start();
        writer.start(announcements);
        membership.start();
        reader.start(format, membership, writer);
        forgetting.start();
    }

    private HeldConnection held(Dialect dialect) {
        return new HeldConnection(dataSources, dialect, settings.silence());
    }

    /**
     * Verifies or creates the tables, and starts the threads.
     *
     * @throws QueueStoreException if the database cannot be reached
     */
    public static StoreRuntime start(
            StoreDataSources dataSources,
            StoreTransactions transactions,
            MessageFormat format,
            StoreSettings settings) {
        try (Connection connection = dataSources.writes().getConnection()) {
            Dialect dialect = Dialect.of(connection);
            Schema schema = new Schema(dialect);
            if (settings.createTables()) {
                schema.install(connection);
            } else {
                schema.verify(connection);
            }
            return new StoreRuntime(dataSources, dialect, transactions, format, settings);
        } catch (SQLException failed) {
            throw new QueueStoreException(
                    Sentence.of(
                            "The database of the queue store '%s' cannot be used: %s. Check its URL, user and state",
                            settings.name(), failed),
                    false,
                    failed);
        }
    }

    /** Opens the queue of a slot. A queue that is open is returned as it is. */
    public synchronized StoredQueue open(QueueDefinition definition) {
        if (closed) {
            throw new QueueStoreException(Sentence.of("The queue store '%s' is closed", settings.name()), false, null);
        }
        DatabaseQueue present = queues.get(definition.name());
        if (present != null) {
            present.use(definition);
            return present;
        }
        DatabaseQueue opened = opened(definition);
        queues.put(definition.name(), opened);
        reader.add(opened.local());
        return opened;
    }

    private DatabaseQueue opened(QueueDefinition definition) {
        try (HeldConnection connection = held(tables.dialect())) {
            QueueRow row = connection.transact(
                    c -> tables.queues().open(c, definition.flow(), definition.slot(), QueueTable.LANES));
            DatabaseQueue queue = new DatabaseQueue(row, definition, parts, () -> queues.remove(definition.name()));
            QueueDepth.Begun begun = queue.local().depth().beginCount();
            long depth = connection.query(c -> tables.depth(c, row.id(), definition.capacity() + 1L));
            queue.local().depth().counted(begun, depth);
            queue.local()
                    .levels()
                    .read(new QueueLevels(depth, 0, 0), queue.local().levels().net());
            return queue;
        } catch (SQLException failed) {
            throw new QueueStoreException(
                    Sentence.of(
                            "The queue %s cannot be opened in the store '%s': %s",
                            definition.name(), settings.name(), failed),
                    false,
                    failed);
        }
    }

    /** Returns the slots of a flow of which the store has events or dead letters. */
    public Set<String> slots(String flow) {
        try (HeldConnection connection = held(tables.dialect())) {
            return connection.query(c -> StoredSlots.read(c, tables.dialect()).getOrDefault(flow, Set.of()));
        } catch (SQLException failed) {
            throw new QueueStoreException(
                    Sentence.of(
                            "What flow '%s' has in the queue store '%s' cannot be read: %s",
                            flow, settings.name(), failed),
                    false,
                    failed);
        }
    }

    @Override
    public Optional<Rows> inHand(int queue) {
        return Optional.ofNullable(reader.inHand(queue)
                        .completeOnTimeout(null, MOST_SECONDS_TO_LOOK, TimeUnit.SECONDS)
                        .join())
                .map(ids -> new Rows(membership.id(), ids));
    }

    /** Returns what tells this database from all others: made when it is asked for first, it stays. */
    public String identity() {
        try (HeldConnection connection = held(tables.dialect())) {
            return connection.transact(c -> StoreIdentity.of(c, tables.dialect()));
        } catch (SQLException failed) {
            throw new QueueStoreException(
                    Sentence.of(
                            "The identity of the database of the queue store '%s' cannot be read: %s",
                            settings.name(), failed),
                    false,
                    failed);
        }
    }

    /** Returns which rows an outbox has now. */
    public Optional<RowSpan> rows(StoredQueue outbox) {
        int number = ((DatabaseQueue) outbox).local().number();
        try (HeldConnection connection = held(tables.dialect())) {
            return connection.query(c -> tables.events().span(c, number, LocalQueue.LANE_OF_ONE));
        } catch (SQLException failed) {
            throw new QueueStoreException(
                    Sentence.of(
                            "It is not known which events the queue %s of the queue store '%s' has: %s",
                            outbox.definition().name(), settings.name(), failed),
                    false,
                    failed);
        }
    }

    /** Has events followed that batches put into an outbox. */
    public void follow(StoredQueue outbox, HandOvers by) {
        ((DatabaseQueue) outbox).local().handOvers(by);
    }

    /** Returns what differs between databases. */
    public Dialect dialect() {
        return tables.dialect();
    }

    /** Returns whether the threads of the store do their work. */
    public DatabaseHealth.State state() {
        return health.state();
    }

    @Override
    public Map<Integer, Long> openQueues() {
        return queues.values().stream()
                .map(DatabaseQueue::local)
                .collect(Collectors.toMap(
                        LocalQueue::number, queue -> queue.levels().net()));
    }

    @Override
    public void levels(Map<Integer, QueueLevels> levels, Map<Integer, Long> before) {
        for (DatabaseQueue queue : queues.values()) {
            QueueLevels read = levels.get(queue.local().number());
            Long net = before.get(queue.local().number());
            if (read != null && net != null) {
                queue.local().levels().read(read, net);
            }
        }
    }

    @Override
    public Optional<LocalFigures> figures(String queue) {
        return Optional.ofNullable(queues.get(queue)).map(open -> LocalFigures.of(activity.of(queue)));
    }

    @Override
    public void changed() {
        look();
    }

    private CompletableFuture<Void> look() {
        CompletableFuture<Void> looked = reader.changed();
        membership.announce(true);
        return looked;
    }

    @Override
    public void beforePurge() {
        look().completeOnTimeout(null, MOST_SECONDS_TO_LOOK, TimeUnit.SECONDS).join();
    }

    /**
     * Closes in the order in which parts need each other: no event is handed out any more, what ended is written, lanes are
     * given back. Waits some seconds at most.
     */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        List.copyOf(queues.values()).forEach(DatabaseQueue::stopDelivering);
        writer.close();
        letters.close();
        List.copyOf(queues.values()).forEach(DatabaseQueue::close);
        reader.close();
        forgetting.close();
        membership.close();
        receipts.close();
    }

    /** Ends without a goodbye, as a killed process does. For tests. */
    public void vanish() {
        closed = true;
        queues.values().forEach(DatabaseQueue::vanish);
        membership.vanish();
        writer.vanish();
        letters.vanish();
        reader.close();
        forgetting.close();
        receipts.close();
    }
}
