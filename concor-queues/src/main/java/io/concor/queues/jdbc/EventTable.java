package io.concor.queues.jdbc;

import io.concor.queues.row.EventPage;
import io.concor.queues.row.EventRow;
import io.concor.queues.row.LaneCursor;
import io.concor.queues.row.LaneRange;
import io.concor.queues.row.LaneRow;
import io.concor.queues.row.NewRow;
import io.concor.queues.row.RowFailure;
import io.concor.queues.row.RowKey;
import io.concor.queues.row.RowOutline;
import io.concor.queues.row.RowSpan;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.LongPredicate;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The waiting events: {@code concor_event}. Thread-safe; see the package for connections and transactions. */
public final class EventTable {

    /** What {@link #put} returns for a row that was dropped because its id is remembered. */
    public static final long DROPPED = 0;

    static final String NAME = "concor_event";

    private static final String AT = " where queue = ? and lane = ? and id = ?";
    static final Comparator<RowKey> ORDER = Comparator.comparingInt(RowKey::queue)
            .thenComparingInt(RowKey::lane)
            .thenComparingLong(RowKey::id);

    private final Dialect dialect;
    private final SeenTable seen;

    /** Creates the statements for a database. */
    public EventTable(Dialect dialect) {
        this.dialect = dialect;
        seen = new SeenTable(dialect);
    }

    /**
     * Puts rows, of any queues, in their order: one that is not delayed into {@code concor_event}, one that is into {@code
     * concor_delayed}. One round trip to most databases; one more if an id is unique. If it fails, nothing can be said about
     * which row is the cause: roll back, and put the halves, to let only that one fail.
     *
     * <p>A unique row waits while another transaction has put the same id and has not ended. PostgreSQL: the transaction stays
     * usable after a duplicate.
     *
     * @return for each row the id of its {@link RowKey}, ascending, or {@link #DROPPED}. That of a delayed row is not known to
     *     readers: it gets another one when it is due
     */
    public long[] put(Connection connection, List<NewRow> rows) throws SQLException {
        return put(connection, rows, seen.takenOf(connection, rows));
    }

    /**
     * The same as {@link #put}, but where the database allows it, does not wait for another transaction that has put the same id.
     *
     * @throws BusyIdException if there is one
     */
    public long[] putUnlessBusy(Connection connection, List<NewRow> rows) throws SQLException {
        return put(connection, rows, seen.takenUnlessBusy(connection, rows));
    }

    private long[] put(Connection connection, List<NewRow> rows, List<Integer> taken) throws SQLException {
        long[] ids = new long[rows.size()];
        insert(
                connection,
                NAME,
                rows,
                taken.stream().filter(i -> !rows.get(i).delayed()).toList(),
                ids);
        insert(
                connection,
                DelayedTable.NAME,
                rows,
                taken.stream().filter(i -> rows.get(i).delayed()).toList(),
                ids);
        return ids;
    }

    private void insert(Connection connection, String table, List<NewRow> rows, List<Integer> places, long[] ids)
            throws SQLException {
        if (places.isEmpty()) {
            return;
        }
        List<Long> inserted =
                dialect.insert(connection, table, places.stream().map(rows::get).toList());
        for (int i = 0; i < inserted.size(); i++) {
            ids[places.get(i)] = inserted.get(i);
        }
    }

    /**
     * Reads the rows of a queue behind cursors, each lane up to its limit, the oldest first. One round trip.
     *
     * @param cursors of different lanes, at least one
     * @param mostBytes of bodies; but one row is read whatever its size
     */
    public EventPage read(Connection connection, int queue, List<LaneCursor> cursors, long mostBytes)
            throws SQLException {
        String rows = cursors.stream().map(cursor -> lane("id > ?")).collect(Collectors.joining(" union all "));
        Stream<Object> parameters =
                cursors.stream().flatMap(cursor -> Stream.of(queue, cursor.lane(), cursor.after(), cursor.limit()));
        List<EventRow> read = bounded(connection, rows, parameters, mostBytes);
        return new EventPage(read, unfinished(read, cursors, mostBytes));
    }

    /** Reads the rows of one key, or those without a key if it is null, from an id on: that one included. */
    public EventPage readKey(Connection connection, int queue, @Nullable String key, LaneCursor from, long mostBytes)
            throws SQLException {
        Stream<Object> position = Stream.of(queue, from.lane(), from.after());
        Stream<Object> parameters =
                Stream.concat(position, key == null ? Stream.of(from.limit()) : Stream.of(key, from.limit()));
        String rows = lane("id >= ? and key_text " + (key == null ? "is null" : "= ?"));
        List<EventRow> read = bounded(connection, rows, parameters, mostBytes);
        return new EventPage(read, unfinished(read, List.of(from), mostBytes));
    }

    private static String lane(String condition) {
        return "select * from (select queue, lane, id, size from concor_event where queue = ? and lane = ? and "
                + condition + " order by id limit ?) l";
    }

    private List<EventRow> bounded(Connection connection, String rows, Stream<Object> parameters, long mostBytes)
            throws SQLException {
        return Sql.list(
                connection,
                dialect.inKeyOrder(PortableStatements.bounded(rows)),
                Columns::event,
                Stream.concat(parameters, Stream.of(mostBytes)).toArray());
    }

    private static Set<Integer> unfinished(List<EventRow> read, List<LaneCursor> cursors, long mostBytes) {
        long bytes = read.stream().mapToLong(row -> row.message().body().length).sum();
        Set<Integer> unfinished = new HashSet<>();
        for (LaneCursor cursor : cursors) {
            long rows = read.stream()
                    .filter(row -> row.row().lane() == cursor.lane())
                    .count();
            if (bytes >= mostBytes || rows >= cursor.limit()) {
                unfinished.add(cursor.lane());
            }
        }
        return unfinished;
    }

    /**
     * Reads what lies in parts of lanes, without the messages: to look for rows that were committed late, behind the cursors. One
     * round trip.
     *
     * @param ranges of different lanes, at least one
     */
    public List<RowOutline> outlines(Connection connection, int queue, List<LaneRange> ranges) throws SQLException {
        String part = "select * from (select lane, id, key_text from concor_event where queue = ? and lane = ?"
                + " and id > ? and id <= ? order by id desc limit ?) l";
        return Sql.list(
                connection,
                dialect.inKeyOrder(String.join(" union all ", Collections.nCopies(ranges.size(), part))),
                row -> new RowOutline(row.getInt(1), row.getLong(2), row.getString(3)),
                ranges.stream()
                        .flatMap(range ->
                                Stream.<Object>of(queue, range.lane(), range.after(), range.to(), range.limit()))
                        .toArray());
    }

    /**
     * Deletes rows, of any queues. The fence of a batch: if the count is not the number of the rows, another process has ended
     * one of them, and the caller has to roll back. One round trip.
     *
     * @return how many there were
     */
    public int delete(Connection connection, Collection<RowKey> rows) throws SQLException {
        return rows.isEmpty()
                ? 0
                : dialect.delete(connection, rows.stream().sorted(ORDER).toList());
    }

    /**
     * Counts an attempt before it runs, for an event that runs alone.
     *
     * @return false if the row is not there any more
     */
    public boolean beginAttempt(Connection connection, RowKey row) throws SQLException {
        return Sql.update(connection, "update concor_event set attempts = attempts + 1" + AT, at(row)) == 1;
    }

    /**
     * Takes back an attempt that was counted and did not begin. Does nothing if another one was counted since.
     *
     * @param attempts how many the row counts with it
     */
    public void undoAttempt(Connection connection, RowKey row, int attempts) throws SQLException {
        Sql.update(
                connection,
                "update concor_event set attempts = attempts - 1" + AT + " and attempts = ?",
                row.queue(),
                row.lane(),
                row.id(),
                attempts);
    }

    /**
     * Counts the attempts that may have begun when the owner of a lane died: the first one of each row up to an id. Rows of
     * which an attempt was counted before count their own: see {@link #beginAttempt}. In a transaction of its own, after that
     * which changed the owner: batches lock rows before lanes.
     *
     * @return how many rows there were
     */
    public int countTakenOver(Connection connection, int queue, int lane, long attemptedTo) throws SQLException {
        return Sql.update(
                connection,
                "update " + dialect.byKey(NAME)
                        + " set attempts = 1 where queue = ? and lane = ? and id <= ? and attempts = 0",
                queue,
                lane,
                attemptedTo);
    }

    /**
     * Postpones an event whose attempt failed; it keeps its place.
     *
     * @param attempts how many attempts have begun, with the one that failed
     * @return false if the row is not there any more
     */
    public boolean postpone(Connection connection, RowKey row, int attempts, RowFailure failure, long delayMillis)
            throws SQLException {
        String now = dialect.nowMillis();
        return Sql.update(
                        connection,
                        "update concor_event set due_at = " + now + " + ?, attempts = ?, failures = failures + 1,"
                                + " first_failed = coalesce(first_failed, " + now + "), last_failed = " + now
                                + ", component = ?, error_type = ?, error_message = ?" + AT,
                        delayMillis,
                        attempts,
                        failure.component(),
                        failure.errorType(),
                        failure.errorMessage(),
                        row.queue(),
                        row.lane(),
                        row.id())
                == 1;
    }

    /** Whether a row is there, as far as other transactions have decided that. */
    public enum Presence {
        THERE,
        GONE,
        /** A transaction that has it locked may delete it. */
        LOCKED
    }

    /** Finds out whether a row is there, without waiting for others. In a transaction. */
    public Presence presence(Connection connection, RowKey row) throws SQLException {
        String sql = "select id from " + dialect.byKey(NAME) + AT;
        if (!Sql.list(connection, sql + dialect.forUpdateSkipLocked(), found -> found.getLong(1), at(row))
                .isEmpty()) {
            return Presence.THERE;
        }
        return Sql.list(connection, sql, found -> found.getLong(1), at(row)).isEmpty()
                ? Presence.GONE
                : Presence.LOCKED;
    }

    private static Object[] at(RowKey row) {
        return new Object[] {row.queue(), row.lane(), row.id()};
    }

    /** Returns which rows a lane has; nothing if it is empty. */
    public Optional<RowSpan> span(Connection connection, int queue, int lane) throws SQLException {
        String ofLane = "(select id from concor_event where queue = ? and lane = ? order by id";
        return Sql.<RowSpan>list(
                        connection,
                        dialect.inKeyOrder("select " + ofLane + " limit 1), " + ofLane + " desc limit 1)"),
                        row -> new RowSpan(row.getLong(1), row.getLong(2)),
                        queue,
                        lane,
                        queue,
                        lane)
                .stream()
                .filter(found -> found.first() > 0) // an empty lane has none
                .findFirst();
    }

    /** Returns when the first rows of the lanes were put, the earliest of them; empty if the queue is. */
    public OptionalLong oldest(Connection connection, int queue) throws SQLException {
        List<Long> firsts = Sql.list(
                connection,
                dialect.inKeyOrder(
                        "select (select e.put_at from concor_event e where e.queue = l.queue and e.lane = l.lane"
                                + " order by e.id limit 1) from concor_lane l where l.queue = ?"),
                row -> row.getLong(1),
                queue);
        return firsts.stream()
                .mapToLong(Long::longValue)
                .filter(putAt -> putAt > 0) // an empty lane has none
                .min();
    }

    /**
     * Deletes rows of a lane that are not in work. Call it again until it is finished, each time in a transaction of its own. The
     * owner of the lane knows the ids in work; another process deletes only what is above {@link LaneRow#attemptedTo}, as read
     * in the same transaction by {@link LaneTable#lock}.
     *
     * @param above only rows with greater ids
     * @param inWork whether the row of an id stays
     * @param limit how many rows are looked at, at least 1
     * @return the position for {@code above} of the next call, and how many were deleted
     */
    public Purged purge(Connection connection, int queue, int lane, long above, LongPredicate inWork, int limit)
            throws SQLException {
        List<Long> ids = Sql.list(
                connection,
                dialect.inKeyOrder(
                        "select id from concor_event where queue = ? and lane = ? and id > ? order by id limit ?"),
                row -> row.getLong(1),
                queue,
                lane,
                above,
                limit);
        List<RowKey> doomed = ids.stream()
                .filter(id -> !inWork.test(id))
                .map(id -> new RowKey(queue, lane, id))
                .toList();
        long last = LongStream.concat(LongStream.of(above), ids.stream().mapToLong(Long::longValue))
                .max()
                .orElse(above);
        return new Purged(delete(connection, doomed), last, ids.size() < limit);
    }

    /**
     * What a purge did.
     *
     * @param deleted how many rows
     * @param last the id up to which it went
     * @param finished whether nothing is left behind that
     */
    public record Purged(int deleted, long last, boolean finished) {}
}
