package io.concor.queues.jdbc;

import io.concor.queues.row.QueueRow;
import io.concor.queues.row.StoredText;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The queues: {@code concor_queue}. Thread-safe; see the package for connections and transactions.
 */
public final class QueueTable {

    /** How many lanes a queue gets when it is created. */
    public static final int LANES = 16;

    private static final String ALL = "select id, flow, slot, lanes, paused from concor_queue";

    private final Dialect dialect;

    /** Creates the statements for a database. */
    public QueueTable(Dialect dialect) {
        this.dialect = dialect;
    }

    /**
     * Returns the queue of a slot, and creates it with its lanes if it is not there. Several processes may do it at once; to
     * that end it is a transaction of its own.
     *
     * @param lanes how many lanes it gets if it is created
     */
    public QueueRow open(Connection connection, String flow, String slot, int lanes) throws SQLException {
        StoredText.requireName(flow);
        StoredText.requireName(slot);
        Optional<QueueRow> present = find(connection, flow, slot);
        return present.isPresent() ? present.get() : create(connection, flow, slot, lanes);
    }

    private QueueRow create(Connection connection, String flow, String slot, int lanes) throws SQLException {
        boolean created =
                dialect.insertIfAbsent(connection, "concor_queue", "flow, slot, lanes, paused", flow, slot, lanes, 0);
        QueueRow queue = find(connection, flow, slot)
                .orElseThrow(
                        () -> new SQLException("The queue " + flow + "." + slot + " was deleted meanwhile", "40001"));
        if (created) {
            for (int lane = 0; lane < queue.lanes(); lane++) {
                Sql.update(
                        connection,
                        "insert into concor_lane (queue, lane, owner, epoch, attempted_to) values (?, ?, null, 0, 0)",
                        queue.id(),
                        lane);
            }
        }
        return queue;
    }

    /** Returns the queue of another slot of the same flow, and creates it if it is not there. */
    QueueRow sibling(Connection connection, int queue, String slot) throws SQLException {
        QueueRow present = Sql.<QueueRow>list(connection, ALL + " where id = ?", QueueTable::read, queue)
                .get(0);
        return open(connection, present.flow(), slot, present.lanes());
    }

    /** Returns the queue of a slot. */
    public Optional<QueueRow> find(Connection connection, String flow, String slot) throws SQLException {
        return Sql.<QueueRow>list(connection, ALL + " where flow = ? and slot = ?", QueueTable::read, flow, slot)
                .stream()
                .findFirst();
    }

    /** Returns all queues of the store by flow and slot: also those of flows and slots that are gone. */
    public List<QueueRow> list(Connection connection) throws SQLException {
        return Sql.list(connection, ALL + " order by flow, slot", QueueTable::read);
    }

    /** Returns those that have events, delayed ones or dead letters. */
    public List<QueueRow> filled(Connection connection) throws SQLException {
        String rows = Stream.of("concor_event", "concor_delayed", "concor_dead")
                .map(table -> "exists (select 1 from " + table + " r where r.queue = concor_queue.id)")
                .collect(Collectors.joining(" or "));
        return Sql.list(connection, ALL + " where " + rows, QueueTable::read);
    }

    private static QueueRow read(ResultSet row) throws SQLException {
        return new QueueRow(row.getInt(1), row.getString(2), row.getString(3), row.getInt(4), row.getInt(5) == 1);
    }

    /** Pauses a queue, or ends that. */
    public void pause(Connection connection, int queue, boolean paused) throws SQLException {
        Sql.update(connection, "update concor_queue set paused = ? where id = ?", paused ? 1 : 0, queue);
    }

    /** Returns the numbers of the queues that are paused. */
    public Set<Integer> paused(Connection connection) throws SQLException {
        return new HashSet<>(
                Sql.<Integer>list(connection, "select id from concor_queue where paused = 1", row -> row.getInt(1)));
    }
}
