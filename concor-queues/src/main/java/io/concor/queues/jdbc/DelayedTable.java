package io.concor.queues.jdbc;

import io.concor.queues.row.RowFailure;
import io.concor.queues.row.RowKey;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;

/**
 * The events that are not due and keep no order until they are: {@code concor_delayed}. Delayed puts come from {@link
 * EventTable#put}. Thread-safe; see the package for connections and transactions.
 */
public final class DelayedTable {

    static final String NAME = "concor_delayed";

    private final Dialect dialect;

    /** Creates the statements for a database. */
    public DelayedTable(Dialect dialect) {
        this.dialect = dialect;
    }

    /**
     * Copies an event whose attempt failed from {@code concor_event}. The caller deletes it there, with the others of its batch.
     *
     * @param attempts how many attempts have begun, with the one that failed
     * @return false if the row is not there any more
     */
    public boolean postpone(Connection connection, RowKey row, int attempts, RowFailure failure, long delayMillis)
            throws SQLException {
        String now = dialect.nowMillis();
        return Sql.update(
                        connection,
                        "insert into concor_delayed (queue, lane, id, " + Columns.CONTENT + ", " + Columns.STATE
                                + ", due_at) select queue, lane, id, " + Columns.CONTENT
                                + ", ?, failures + 1, coalesce(first_failed, "
                                + now + "), " + now + ", ?, ?, ?, " + now
                                + " + ? from concor_event where queue = ? and lane = ? and id = ?",
                        attempts,
                        failure.component(),
                        failure.errorType(),
                        failure.errorMessage(),
                        delayMillis,
                        row.queue(),
                        row.lane(),
                        row.id())
                == 1;
    }

    /**
     * Moves events of a queue that are due into {@code concor_event}, where they are the last. Two processes that do it at once
     * move different ones.
     *
     * @param limit how many at most, 1 to 1,000
     * @return the lanes that got some, each with an id that is not greater than those: for the readers of these lanes
     */
    public List<RowKey> moveDue(Connection connection, int queue, int limit) throws SQLException {
        List<Due> due = Sql.list(
                connection,
                dialect.inKeyOrder(
                        "select due_at, id, lane from " + dialect.byKey(NAME) + " where queue = ? and due_at <= "
                                + dialect.nowMillis() + " order by due_at, id limit ?" + dialect.forUpdateSkipLocked()),
                row -> new Due(row.getLong(1), row.getLong(2), row.getInt(3)),
                queue,
                limit);
        return due.isEmpty() ? List.of() : move(connection, queue, due);
    }

    private record Due(long at, long id, int lane) {}

    private List<RowKey> move(Connection connection, int queue, List<Due> due) throws SQLException {
        List<Object> parameters = new ArrayList<>();
        String these = these(queue, due, parameters);
        String columns = "queue, lane, " + Columns.CONTENT + ", due_at, " + Columns.STATE;
        String rows = "select queue, lane, " + Columns.CONTENT + ", 0 as due_at, " + Columns.STATE
                + " from concor_delayed" + these + " order by concor_delayed.due_at, id limit " + due.size();
        long first = dialect.insertOrdered(connection, columns, rows, due.size(), parameters.toArray());
        Sql.update(connection, dialect.deleteByKey(NAME) + these, parameters.toArray());
        return due.stream()
                .map(Due::lane)
                .distinct()
                .map(lane -> new RowKey(queue, lane, first))
                .toList();
    }

    /** Returns conditions for the whole keys: with those for a range, MariaDB would wait for rows that others have locked. */
    private static String these(int queue, List<Due> due, List<Object> parameters) {
        List<Due> padded = Sql.padded(due);
        padded.forEach(row -> Collections.addAll(parameters, queue, row.at(), row.id()));
        return " where "
                + String.join(" or ", Collections.nCopies(padded.size(), "(queue = ? and due_at = ? and id = ?)"));
    }

    /** Returns when the next event of a queue is due, epoch milliseconds; empty if none is delayed. */
    public OptionalLong nextDue(Connection connection, int queue) throws SQLException {
        return Sql.list(
                        connection,
                        dialect.inKeyOrder("select due_at from concor_delayed where queue = ? order by due_at limit 1"),
                        row -> row.getLong(1),
                        queue)
                .stream()
                .mapToLong(Long::longValue)
                .findFirst();
    }

    /**
     * Deletes events of a queue. Call it again, each time in a transaction of its own, until it returns less than the limit.
     *
     * @param limit how many at most, 1 to 1,000
     * @return how many were deleted
     */
    public int purge(Connection connection, int queue, int limit) throws SQLException {
        List<Due> doomed = Sql.list(
                connection,
                dialect.inKeyOrder("select due_at, id, lane from " + dialect.byKey(NAME)
                        + " where queue = ? order by due_at, id limit ?" + dialect.forUpdateSkipLocked()),
                row -> new Due(row.getLong(1), row.getLong(2), row.getInt(3)),
                queue,
                limit);
        List<Object> parameters = new ArrayList<>();
        return doomed.isEmpty()
                ? 0
                : Sql.update(
                        connection, dialect.deleteByKey(NAME) + these(queue, doomed, parameters), parameters.toArray());
    }
}
