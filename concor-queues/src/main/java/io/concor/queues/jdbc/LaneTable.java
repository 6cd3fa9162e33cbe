package io.concor.queues.jdbc;

import io.concor.queues.row.LaneEpoch;
import io.concor.queues.row.LaneRow;
import io.concor.queues.row.RowKey;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * The lanes of queues and how far their events were begun: {@code concor_lane}. Rows are created with their queue by {@link
 * QueueTable#open}. Thread-safe; see the package for connections and transactions.
 */
public final class LaneTable {

    private static final Comparator<LaneEpoch> ORDER =
            Comparator.comparingInt(LaneEpoch::queue).thenComparingInt(LaneEpoch::lane);
    private static final String ALL = "select queue, lane, owner, epoch, attempted_to from concor_lane";

    private final Dialect dialect;

    /** Creates the statements for a database. */
    public LaneTable(Dialect dialect) {
        this.dialect = dialect;
    }

    /** Reads the lanes of a queue, by their numbers. */
    public List<LaneRow> lanes(Connection connection, int queue) throws SQLException {
        return Sql.list(connection, ALL + " where queue = ? order by lane", LaneTable::read, queue);
    }

    /** Reads a lane, and locks it: its owner and {@link LaneRow#attemptedTo} stay until the end of the transaction. */
    public List<LaneRow> lock(Connection connection, int queue, int lane) throws SQLException {
        return Sql.list(
                connection, ALL + " where queue = ? and lane = ?" + dialect.forUpdate(), LaneTable::read, queue, lane);
    }

    static LaneRow read(ResultSet row) throws SQLException {
        return new LaneRow(row.getInt(1), row.getInt(2), row.getString(3), row.getLong(4), row.getLong(5));
    }

    /**
     * The fence of a batch, its last statements: deletes its rows, and keeps the epochs of their lanes until the end of the
     * transaction, against a process that has lost them. If not all rows were there, another process has ended one; if not all
     * lanes have the epochs that are expected, they belong to another one: the caller has to roll back. One round trip to
     * PostgreSQL, two to others.
     *
     * @param rows of any queues
     */
    public Fence fence(Connection connection, Collection<RowKey> rows, Collection<LaneEpoch> lanes)
            throws SQLException {
        return dialect.fence(
                connection,
                rows.stream().sorted(EventTable.ORDER).toList(),
                lanes.stream().sorted(ORDER).toList());
    }

    /** Returns the query of lanes that have their epochs, which locks them: see {@link #epochs(List)}. */
    static String holdEpochs(Dialect dialect, int lanes) {
        String conditions = String.join(" or ", Collections.nCopies(lanes, "(queue = ? and lane = ? and epoch = ?)"));
        return dialect.lastBeforeCommit("select lane from " + dialect.byKey("concor_lane") + " where " + conditions
                + " order by queue, lane" + dialect.forShare());
    }

    static Object[] epochs(List<LaneEpoch> lanes) {
        List<Object> parameters = new ArrayList<>();
        for (LaneEpoch lane : lanes) {
            Collections.addAll(parameters, lane.queue(), lane.lane(), lane.epoch());
        }
        return parameters.toArray();
    }

    /**
     * Raises {@link LaneRow#attemptedTo} of lanes, before their events are handed out. It never falls. One round trip to most
     * databases.
     *
     * @param attemptedTo the greatest id to be handed out, by the lane and the epoch under which the caller owns it
     * @return the lanes that have another epoch by now: their events must not be handed out
     */
    public List<LaneEpoch> raiseAttempted(Connection connection, Map<LaneEpoch, Long> attemptedTo) throws SQLException {
        List<LaneEpoch> lanes = attemptedTo.keySet().stream().sorted(ORDER).toList();
        String sql = "update concor_lane set attempted_to = " + dialect.greatest()
                + "(attempted_to, ?) where queue = ? and lane = ? and epoch = ?";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (LaneEpoch lane : lanes) {
                Sql.bind(statement, attemptedTo.get(lane), lane.queue(), lane.lane(), lane.epoch());
                statement.addBatch();
            }
            return lost(lanes, statement.executeBatch());
        }
    }

    /**
     * Lowers {@link LaneRow#attemptedTo} of lanes that was raised beyond what was handed out. Lanes that have another epoch stay
     * as they are.
     *
     * @param attemptedTo the greatest id that was handed out, by the lane and the epoch under which the caller owns it
     */
    public void lowerAttempted(Connection connection, Map<LaneEpoch, Long> attemptedTo) throws SQLException {
        for (LaneEpoch lane : attemptedTo.keySet().stream().sorted(ORDER).toList()) {
            Sql.update(
                    connection,
                    "update concor_lane set attempted_to = ? where queue = ? and lane = ? and epoch = ?",
                    attemptedTo.get(lane),
                    lane.queue(),
                    lane.lane(),
                    lane.epoch());
        }
    }

    private static List<LaneEpoch> lost(List<LaneEpoch> lanes, int[] counts) {
        List<LaneEpoch> lost = new ArrayList<>();
        for (int i = 0; i < counts.length; i++) {
            if (counts[i] == 0) {
                lost.add(lanes.get(i));
            }
        }
        return lost;
    }
}
