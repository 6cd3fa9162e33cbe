package io.concor.queues.jdbc;

import io.concor.queues.codec.EncodedMessage;
import io.concor.queues.codec.HeaderFormat;
import io.concor.queues.row.DeadChoice;
import io.concor.queues.row.DeadPage;
import io.concor.queues.row.DeadRow;
import io.concor.queues.row.NewLetter;
import io.concor.queues.row.NewRow;
import io.concor.queues.row.RowFailure;
import io.concor.queues.row.RowKey;
import io.concor.queues.row.RowOutline;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The events that are not tried again: {@code concor_dead}. Thread-safe; see the package for connections and transactions.
 */
public final class DeadLetterTable {

    private static final String NAME = "concor_dead";
    private static final String ALL = "queue, lane, id, " + Columns.CONTENT + ", " + Columns.STATE;

    /** The header that names the slot whose queue a dead letter enters when it is requeued. */
    private static final String ENTERS = "concor.enters";
    /** It goes back to its own queue. */
    private static final String HERE = "";

    private final Dialect dialect;
    private final QueueTable queues;

    /** Creates the statements for a database. */
    public DeadLetterTable(Dialect dialect) {
        this.dialect = dialect;
        this.queues = new QueueTable(dialect);
    }

    /**
     * Copies an event whose last attempt failed from {@code concor_event}. The caller deletes it there, with the others of its
     * batch.
     *
     * @param attempts how many attempts have begun
     * @return false if the row is not there any more
     */
    public boolean add(Connection connection, RowKey row, int attempts, RowFailure failure) throws SQLException {
        String now = dialect.nowMillis();
        return Sql.update(
                        connection,
                        "insert into concor_dead (" + ALL + ", holds) select queue, lane, id, " + Columns.CONTENT
                                + ", ?, failures + 1, coalesce(first_failed, " + now + "), " + now
                                + ", ?, ?, ?, ? from concor_event where queue = ? and lane = ? and id = ?",
                        attempts,
                        failure.component(),
                        failure.errorType(),
                        failure.errorMessage(),
                        failure.holds() ? 1 : 0,
                        row.queue(),
                        row.lane(),
                        row.id())
                == 1;
    }

    /**
     * Adds an event that was never in this table's queue: it failed in memory.
     *
     * @return the dead letter
     */
    public RowKey add(Connection connection, NewLetter letter) throws SQLException {
        NewRow due = due(letter);
        long id = dialect.insert(connection, EventTable.NAME, List.of(due)).get(0);
        RowKey row = new RowKey(due.queue(), due.lane(), id);
        add(connection, row, letter.attempts(), letter.failure());
        dialect.delete(connection, List.of(row));
        Sql.update(
                connection,
                "update concor_dead set first_failed = last_failed - ?, last_failed = last_failed - ?"
                        + " where queue = ? and id = ?",
                letter.firstFailedMillis(),
                letter.lastFailedMillis(),
                row.queue(),
                id);
        return row;
    }

    private static NewRow due(NewLetter letter) {
        NewRow event = letter.event();
        Map<String, String> headers = new LinkedHashMap<>(event.headers());
        headers.put(ENTERS, letter.enters());
        return new NewRow(
                event.queue(), event.lane(), event.eventId(), false, event.key(), event.message(), headers, 0);
    }

    /** Returns whether the last 10,000 dead letters of a queue include one of an event. */
    public boolean hasLately(Connection connection, int queue, String eventId) throws SQLException {
        return Sql.number(
                        connection,
                        "select count(*) from (select event_id from concor_dead where queue = ? order by id desc limit 10000) d"
                                + " where event_id = ?",
                        queue,
                        eventId)
                > 0;
    }

    /** Returns the numbers of the dead letters of one event, ascending: several if its id was put again after it had failed. */
    public List<Long> numbers(Connection connection, int queue, String eventId, int limit) throws SQLException {
        return Sql.list(
                connection,
                "select id from concor_dead where queue = ? and event_id = ? order by id limit ?",
                row -> row.getLong(1),
                queue,
                eventId,
                limit);
    }

    /** Reads dead letters by their numbers. Messages are read after the rows were chosen: those beyond the bound cost nothing. */
    public DeadPage page(Connection connection, int queue, DeadPage.Part part) throws SQLException {
        String columns = Columns.of("d", ALL);
        List<DeadRow> rows = Sql.list(
                connection,
                dialect.inKeyOrder("select " + (part.bodies() ? columns : columns.replace(" d.body,", " null as body,"))
                        + ", d.holds from (select id, sum(size) over (order by id rows between unbounded preceding and"
                        + " current row) - size as bytes_before from (select id, size from concor_dead where queue = ?"
                        + " and id > ? order by id limit ?) c) w join concor_dead d on d.queue = ? and d.id = w.id"
                        + " where w.bytes_before < ? order by d.id"),
                DeadLetterTable::read,
                queue,
                part.after(),
                part.limit(),
                queue,
                part.mostBytes());
        long bytes = rows.stream().mapToLong(DeadRow::size).sum();
        return new DeadPage(rows, rows.size() < part.limit() && bytes < part.mostBytes());
    }

    private static DeadRow read(ResultSet row) throws SQLException {
        byte @Nullable [] body = row.getBytes("body");
        return new DeadRow(
                new RowKey(row.getInt("queue"), row.getInt("lane"), row.getLong("id")),
                row.getString("event_id"),
                row.getString("key_text"),
                new EncodedMessage(row.getString("type"), row.getInt("version"), body == null ? new byte[0] : body),
                row.getInt("size"),
                HeaderFormat.read(row.getBytes("headers")),
                row.getLong("put_at"),
                row.getInt("attempts"),
                row.getLong("first_failed"),
                row.getLong("last_failed"),
                failure(row));
    }

    static RowFailure failure(ResultSet row) throws SQLException {
        return new RowFailure(
                row.getString("component"),
                row.getString("error_type"),
                row.getString("error_message"),
                row.getInt("holds") == 1);
    }

    /**
     * Moves dead letters back to where they lay in {@code concor_event}: before later events of their keys, with no attempt
     * counted. Those that failed in memory move to the queue that they {@linkplain NewLetter#enters enter}. Two that do it at once
     * move each one once. Call it again, each time in a transaction of its own, until it returns less than the limit; one that
     * another transaction has locked at this time is left out.
     *
     * @param limit how many at most, 1 to 1,000
     * @return what is there again: for the readers of these lanes
     */
    public List<RowKey> requeue(Connection connection, int queue, DeadChoice choice, int limit) throws SQLException {
        Map<String, List<RowKey>> chosen = new TreeMap<>();
        for (Chosen each : lock(connection, queue, choice, limit)) {
            chosen.computeIfAbsent(each.enters(), slot -> new ArrayList<>()).add(each.row());
        }
        List<RowKey> requeued = new ArrayList<>();
        for (Map.Entry<String, List<RowKey>> some : chosen.entrySet()) {
            requeued.addAll(requeue(connection, queue, target(connection, queue, some.getKey()), some.getValue()));
        }
        return requeued;
    }

    private int target(Connection connection, int queue, String slot) throws SQLException {
        return slot.equals(HERE)
                ? queue
                : queues.sibling(connection, queue, slot).id();
    }

    private List<RowKey> requeue(Connection connection, int queue, int target, List<RowKey> rows) throws SQLException {
        List<Object> parameters = parameters(queue, rows);
        List<Object> moved = new ArrayList<>(List.of(target));
        moved.addAll(parameters);
        Sql.update(
                connection,
                "insert into concor_event (queue, lane, id, " + Columns.CONTENT
                        + ", due_at, attempts, failures) select ?, lane, id, " + Columns.CONTENT
                        + ", 0, 0, 0 from concor_dead where queue = ? and id in (" + Sql.marks(parameters.size() - 1)
                        + ")",
                moved.toArray());
        delete(connection, parameters);
        return rows.stream()
                .map(row -> new RowKey(target, row.lane(), row.id()))
                .toList();
    }

    /**
     * Deletes dead letters, and returns which. Call it again, as {@link #requeue}.
     *
     * @param limit how many at most, 1 to 1,000
     */
    public List<RowKey> delete(Connection connection, int queue, DeadChoice choice, int limit) throws SQLException {
        List<RowKey> chosen =
                lock(connection, queue, choice, limit).stream().map(Chosen::row).toList();
        if (!chosen.isEmpty()) {
            delete(connection, parameters(queue, chosen));
        }
        return chosen;
    }

    /** @param enters the slot whose queue it enters, or {@link #HERE} */
    private record Chosen(RowKey row, String enters) {}

    private List<Chosen> lock(Connection connection, int queue, DeadChoice choice, int limit) throws SQLException {
        List<Object> parameters = new ArrayList<>(List.of(queue));
        String conditions = conditions(choice, parameters);
        parameters.add(limit);
        return Sql.list(
                connection,
                dialect.inKeyOrder("select lane, id, headers from " + dialect.byKey(NAME) + " where queue = ?"
                        + conditions + " order by id limit ?" + dialect.forUpdateSkipLocked()),
                row -> new Chosen(
                        new RowKey(queue, row.getInt(1), row.getLong(2)),
                        HeaderFormat.read(row.getBytes(3)).getOrDefault(ENTERS, HERE)),
                parameters.toArray());
    }

    /** Appends the parameters, and returns the conditions, each with a leading {@code and}. */
    private String conditions(DeadChoice choice, List<Object> parameters) {
        StringBuilder conditions = new StringBuilder();
        Long number = choice.number();
        if (number != null) {
            parameters.add(number);
            conditions.append(" and id = ?");
        }
        String error = choice.error();
        if (error != null) {
            Collections.addAll(parameters, error, "%." + error.replaceAll("[%_!]", "!$0"));
            conditions.append(" and (error_type = ? or error_type like ? escape '!')");
        }
        Long olderThanMillis = choice.olderThanMillis();
        if (olderThanMillis != null) {
            parameters.add(olderThanMillis);
            conditions
                    .append(" and last_failed <= ")
                    .append(dialect.nowMillis())
                    .append(" - ?");
        }
        return conditions.toString();
    }

    private static List<Object> parameters(int queue, List<RowKey> rows) {
        List<Object> parameters = new ArrayList<>(List.of(queue));
        parameters.addAll(Sql.padded(rows.stream().map(RowKey::id).toList()));
        return parameters;
    }

    private void delete(Connection connection, List<Object> parameters) throws SQLException {
        Sql.update(
                connection,
                dialect.deleteByKey(NAME) + " where queue = ? and id in (" + Sql.marks(parameters.size() - 1) + ")",
                parameters.toArray());
    }

    /**
     * Reads the dead letters of a queue that hold the order of their keys, by their numbers, without the reasons: those of many take
     * much memory.
     *
     * @param after only those with greater {@link RowKey#id}; 0: from the beginning
     * @param limit how many at most
     */
    public List<RowOutline> holding(Connection connection, int queue, long after, int limit) throws SQLException {
        return Sql.list(
                connection,
                "select lane, id, key_text from concor_dead where queue = ? and holds = 1 and id > ? order by id limit ?",
                row -> new RowOutline(row.getInt(1), row.getLong(2), row.getString(3)),
                queue,
                after,
                limit);
    }
}
