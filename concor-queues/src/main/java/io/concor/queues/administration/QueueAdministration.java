package io.concor.queues.administration;

import io.concor.QueueStoreException;
import io.concor.queues.jdbc.CensusStatements;
import io.concor.queues.jdbc.DeadLetterTable;
import io.concor.queues.jdbc.DelayedTable;
import io.concor.queues.jdbc.Dialect;
import io.concor.queues.jdbc.EventTable;
import io.concor.queues.jdbc.HeldConnection;
import io.concor.queues.jdbc.LaneTable;
import io.concor.queues.jdbc.QueueTable;
import io.concor.queues.jdbc.Sql;
import io.concor.queues.jdbc.StoreDataSources;
import io.concor.queues.measure.QueueCounts;
import io.concor.queues.measure.QueueLevels;
import io.concor.queues.outbox.Outboxes;
import io.concor.queues.row.DeadChoice;
import io.concor.queues.row.DeadPage;
import io.concor.queues.row.KeyHold;
import io.concor.queues.row.LaneRow;
import io.concor.queues.row.QueueRow;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Reads the queues of a store, those of flows and slots that are gone too, and acts on them. Reads wait for no action. Thread-safe.
 * Methods throw a {@link QueueStoreException} if the database fails.
 */
public final class QueueAdministration {

    /** Up to how many events of a queue are counted. */
    public static final long MOST_COUNTED = 100_000;
    /** How many dead letters a page has at most. */
    public static final int MOST_IN_PAGE = 500;

    /** Of the messages of a page; but it has one dead letter, whatever its size. */
    private static final long MOST_BYTES_IN_PAGE = 8L << 20;

    private static final int MOST_HELD = 100;
    private static final int MOST_NUMBERS = 10;
    private static final int AT_ONCE = 500;

    private final AdministrationDatabase database;
    private final LocalQueues local;

    /**
     * @param silence how long the database may leave a statement without an answer
     * @param local the queues as this process has them
     */
    public QueueAdministration(StoreDataSources dataSources, Duration silence, LocalQueues local) {
        database = new AdministrationDatabase(dataSources, silence);
        this.local = local;
    }

    /** Returns all queues but outboxes, by flow and slot. */
    public List<QueueRow> queues() {
        return database.read("list the queues", (c, sql) -> new QueueTable(sql).list(c)).stream()
                .filter(queue -> !Outboxes.isOutbox(queue.slot()))
                .toList();
    }

    /** Returns a queue by its name, such as {@code orders.book}. */
    public Optional<QueueRow> find(String name) {
        return queues().stream()
                .filter(queue -> name.equals(queue.flow() + "." + queue.slot()))
                .findFirst();
    }

    /** Returns the queues as operators see those of any store. */
    public QueueDirectory directory() {
        return () -> queues().stream()
                .map(row -> (ManagedQueue) new StoredManagedQueue(this, row))
                .toList();
    }

    /** Returns the state of a queue. */
    public QueueReport report(QueueRow queue) {
        return database.read("read the state of a queue", (c, sql) -> report(c, sql, queue));
    }

    /** Returns the levels of queues by their numbers: at least one. */
    Map<Integer, QueueLevels> levels(Set<Integer> queues) {
        return database.read(
                "read how long queues are", (c, sql) -> new CensusStatements(sql).read(c, queues, MOST_COUNTED));
    }

    private QueueReport report(Connection connection, Dialect dialect, QueueRow queue) throws SQLException {
        int number = queue.id();
        QueueCounts counts = new CensusStatements(dialect).counts(connection, number, MOST_COUNTED);
        return new QueueReport(
                queue.flow(),
                queue.slot(),
                counts.waiting(),
                oldestSeconds(connection, dialect, number),
                counts.delayed(),
                counts.dead(),
                new QueueTable(dialect).paused(connection).contains(number),
                consumers(connection, number),
                holds(connection, dialect, number),
                local.figures(queue.flow() + "." + queue.slot()).orElse(null));
    }

    private static List<KeyHold> holds(Connection connection, Dialect dialect, int queue) throws SQLException {
        List<LaneRow> lanes = new LaneTable(dialect).lanes(connection, queue);
        return new CensusStatements(dialect).holds(connection, queue, lanes, MOST_HELD);
    }

    private static @Nullable Long oldestSeconds(Connection connection, Dialect dialect, int queue) throws SQLException {
        OptionalLong oldest = new EventTable(dialect).oldest(connection, queue);
        if (oldest.isEmpty()) {
            return null;
        }
        long ageMillis = Sql.number(connection, dialect.selectNow()) - oldest.getAsLong();
        return TimeUnit.MILLISECONDS.toSeconds(Math.max(0, ageMillis));
    }

    private static List<String> consumers(Connection connection, int queue) throws SQLException {
        return Sql.list(
                connection,
                "select i.name from concor_consumer c join concor_instance i on i.id = c.instance where c.queue = ?"
                        + " order by i.name",
                row -> row.getString(1),
                queue);
    }

    /**
     * Returns dead letters of a queue by their numbers: fewer if their messages are large.
     *
     * @param after only those with greater numbers; 0: from the first
     * @param limit how many at most, 1 to {@link #MOST_IN_PAGE}
     * @param messages whether messages are read
     */
    public DeadPage dead(QueueRow queue, long after, int limit, boolean messages) {
        int most = Math.min(limit, MOST_IN_PAGE);
        DeadPage.Part part = new DeadPage.Part(after, most, messages, messages ? MOST_BYTES_IN_PAGE : Long.MAX_VALUE);
        return database.read("read dead letters", (c, sql) -> new DeadLetterTable(sql).page(c, queue.id(), part));
    }

    /** Returns the numbers of the dead letters of one event, ascending, ten at most: an id may be put again after it has failed. */
    public List<Long> numbers(QueueRow queue, String eventId) {
        return database.read("look for a dead letter", (c, sql) -> new DeadLetterTable(sql)
                .numbers(c, queue.id(), eventId, MOST_NUMBERS));
    }

    /** Has a queue hand out nothing, in any process, or ends that. */
    public void pause(QueueRow queue, boolean paused) {
        change("pause or resume a queue", (c, sql) -> new QueueTable(sql).pause(c, queue.id(), paused));
    }

    /** Moves dead letters back into their queue, with no attempt counted. Returns how many. */
    public long requeue(QueueRow queue, DeadChoice choice) {
        return repeatedly("requeue dead letters", (c, sql) -> new DeadLetterTable(sql)
                .requeue(c, queue.id(), choice, AT_ONCE)
                .size());
    }

    /** Deletes dead letters. Returns how many. */
    public long delete(QueueRow queue, DeadChoice choice) {
        return repeatedly("delete dead letters", (c, sql) -> new DeadLetterTable(sql)
                .delete(c, queue.id(), choice, AT_ONCE)
                .size());
    }

    /** Deletes what waits in a queue, is delayed, or is a dead letter; not what is in work. Returns how many. */
    public long purge(QueueRow queue) {
        local.beforePurge();
        long waiting = new LanePurge(database, queue).run(local);
        long delayed = repeatedly(LanePurge.ACTION, (c, sql) -> new DelayedTable(sql).purge(c, queue.id(), AT_ONCE));
        return waiting + delayed + delete(queue, DeadChoice.ALL);
    }

    /** Deletes what waits in the outbox of a slot, if it has one; not what is being handed on. Returns how many. */
    public long purgeOutbox(String flow, String slot) {
        return database.read("find an outbox", (c, sql) -> new QueueTable(sql).find(c, flow, Outboxes.slot(slot)))
                .map(this::purge)
                .orElse(0L);
    }

    /**
     * Queries the tables. For tests.
     *
     * @param action what is done, for the message of a failure
     */
    public <R> R query(String action, HeldConnection.Work<R> work) {
        return database.read(action, (c, sql) -> work.with(c));
    }

    /**
     * Changes the tables in one transaction, and has the readers of all processes look at once. For tests.
     *
     * @param action what is done, for the message of a failure
     */
    public void change(String action, HeldConnection.Change change) {
        change(action, (c, sql) -> change.with(c));
    }

    private interface Change {
        void run(Connection connection, Dialect dialect) throws SQLException;
    }

    private void change(String action, Change change) {
        database.write(action, (c, sql) -> {
            change.run(c, sql);
            return true;
        });
        local.changed();
    }

    private long repeatedly(String action, AdministrationDatabase.Statements<Integer> some) {
        long all = 0;
        int last = AT_ONCE;
        while (last == AT_ONCE) {
            last = database.write(action, some);
            all += last;
        }
        local.changed();
        return all;
    }
}
