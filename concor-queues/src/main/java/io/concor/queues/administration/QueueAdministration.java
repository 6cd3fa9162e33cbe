package io.concor.queues.administration;

import io.concor.QueueStoreException;
import io.concor.queues.jdbc.CensusStatements;
import io.concor.queues.jdbc.DeadLetterTable;
import io.concor.queues.jdbc.DelayedTable;
import io.concor.queues.jdbc.Dialect;
import io.concor.queues.jdbc.EventTable;
import io.concor.queues.jdbc.HeldConnection;
import io.concor.queues.jdbc.QueueTable;
import io.concor.queues.jdbc.Sql;
import io.concor.queues.jdbc.StoreDataSources;
import io.concor.queues.measure.QueueCounts;
import io.concor.queues.measure.QueueLevels;
import io.concor.queues.row.DeadChoice;
import io.concor.queues.row.DeadRow;
import io.concor.queues.row.QueueRow;
import io.concor.text.Sentence;
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
 * Reads the queues of a store, those of flows and slots that are gone too, and acts on them. One call at a time has a
 * connection, for as long as it takes. Thread-safe. Methods throw a {@link QueueStoreException} if the database fails.
 */
public final class QueueAdministration {

    /** Up to how many events of a queue are counted. */
    public static final long MOST_COUNTED = 100_000;
    /** How many dead letters a page has at most. */
    public static final int MOST_IN_PAGE = 500;

    private static final int MOST_HELD = 100;
    private static final int MOST_NUMBERS = 10;
    private static final int AT_ONCE = 500;

    private final StoreDataSources dataSources;
    private final Duration silence;
    private final LocalQueues local;
    private @Nullable Dialect dialect;

    /**
     * @param silence how long the database may leave a statement without an answer
     * @param local the queues as this process has them
     */
    public QueueAdministration(StoreDataSources dataSources, Duration silence, LocalQueues local) {
        this.dataSources = dataSources;
        this.silence = silence;
        this.local = local;
    }

    /** Work with a connection of its own. */
    @FunctionalInterface
    private interface Call<R> {
        R with(HeldConnection connection, Dialect dialect) throws SQLException;
    }

    private synchronized <R> R call(String action, Call<R> call) {
        try {
            Dialect known = dialect();
            try (HeldConnection connection = new HeldConnection(dataSources, known, silence)) {
                return call.with(connection, known);
            }
        } catch (SQLException failed) {
            throw new QueueStoreException(
                    Sentence.of("The database of durable queues could not %s: %s", action, failed), false, failed);
        }
    }

    private Dialect dialect() throws SQLException {
        Dialect known = dialect;
        if (known == null) {
            try (Connection connection = dataSources.reads().getConnection()) {
                known = Dialect.of(connection);
            }
            dialect = known;
        }
        return known;
    }

    /** Returns all queues, by flow and slot. */
    public List<QueueRow> queues() {
        return call("list the queues", (connection, sql) -> connection.query(c -> new QueueTable(sql).list(c)));
    }

    /** Returns a queue by its name, such as {@code orders.book}. */
    public Optional<QueueRow> find(String name) {
        return queues().stream()
                .filter(queue -> name.equals(queue.flow() + "." + queue.slot()))
                .findFirst();
    }

    /** Returns the state of a queue. */
    public QueueReport report(QueueRow queue) {
        return call("read the state of a queue", (connection, sql) -> connection.query(c -> report(c, sql, queue)));
    }

    /** Returns the levels of queues by their numbers: at least one. */
    Map<Integer, QueueLevels> levels(Set<Integer> queues) {
        return call(
                "read how long queues are",
                (connection, sql) -> connection.query(c -> new CensusStatements(sql).read(c, queues, MOST_COUNTED)));
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
                new DeadLetterTable(dialect).held(connection, number, 0, MOST_HELD),
                local.figures(queue.flow() + "." + queue.slot()).orElse(null));
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
     * Returns dead letters of a queue by their numbers.
     *
     * @param after only those with greater numbers; 0: from the first
     * @param limit how many at most, 1 to {@link #MOST_IN_PAGE}
     * @param messages whether messages are read
     */
    public List<DeadRow> dead(QueueRow queue, long after, int limit, boolean messages) {
        int most = Math.min(limit, MOST_IN_PAGE);
        return call(
                "read dead letters",
                (connection, sql) ->
                        connection.query(c -> new DeadLetterTable(sql).page(c, queue.id(), after, most, messages)));
    }

    /** Returns the numbers of the dead letters of one event, ascending, ten at most: an id may be put again after it has failed. */
    public List<Long> numbers(QueueRow queue, String eventId) {
        return call(
                "look for a dead letter",
                (connection, sql) -> connection.query(
                        c -> new DeadLetterTable(sql).numbers(c, queue.id(), eventId, MOST_NUMBERS)));
    }

    /** Has a queue hand out nothing, in any process, or ends that. */
    public void pause(QueueRow queue, boolean paused) {
        call("pause or resume a queue", (connection, sql) -> {
            connection.change(c -> new QueueTable(sql).pause(c, queue.id(), paused));
            return queue;
        });
        local.changed();
    }

    /** Moves dead letters back into their queue, with no attempt counted. Returns how many. */
    public long requeue(QueueRow queue, DeadChoice choice) {
        return repeatedly(
                "requeue dead letters",
                (connection, sql) -> connection.transact(c -> new DeadLetterTable(sql)
                        .requeue(c, queue.id(), choice, AT_ONCE)
                        .size()));
    }

    /** Deletes dead letters. Returns how many. */
    public long delete(QueueRow queue, DeadChoice choice) {
        return repeatedly(
                "delete dead letters",
                (connection, sql) -> connection.transact(c -> new DeadLetterTable(sql)
                        .delete(c, queue.id(), choice, AT_ONCE)
                        .size()));
    }

    /** Deletes what waits in a queue, is delayed, or is a dead letter; not what is in work. Returns how many. */
    public long purge(QueueRow queue) {
        local.beforePurge();
        long waiting = call("purge a queue", (connection, sql) -> new LanePurge(sql, queue).run(connection, local));
        long delayed = repeatedly(
                "purge a queue",
                (connection, sql) -> connection.transact(c -> new DelayedTable(sql).purge(c, queue.id(), AT_ONCE)));
        return waiting + delayed + delete(queue, DeadChoice.ALL);
    }

    /**
     * Queries the tables. For tests.
     *
     * @param action what is done, for the message of a failure
     */
    public <R> R query(String action, HeldConnection.Work<R> work) {
        return call(action, (connection, sql) -> connection.query(work));
    }

    /**
     * Changes the tables in one transaction, and has the readers of all processes look at once. For tests.
     *
     * @param action what is done, for the message of a failure
     */
    public void change(String action, HeldConnection.Change change) {
        call(action, (connection, sql) -> {
            connection.change(change);
            return true;
        });
        local.changed();
    }

    private long repeatedly(String action, Call<Integer> some) {
        long all = 0;
        int last = AT_ONCE;
        while (last == AT_ONCE) {
            last = call(action, some);
            all += last;
        }
        local.changed();
        return all;
    }
}
