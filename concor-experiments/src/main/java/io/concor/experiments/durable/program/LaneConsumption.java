package io.concor.experiments.durable.program;

import io.concor.experiments.durable.program.WorkTable.Row;
import io.concor.experiments.durable.subject.EffectTask;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/**
 * Goes over the lanes. Whoever has locked the row of a lane takes its events in order, so those of a key are never
 * handled at the same time.
 *
 * @param locked whether lanes are locked; false is the flaw that the checker must find
 * @param skipLocked how the row of a lane is locked
 */
record LaneConsumption(WorkTable table, EffectTask task, int batch, boolean locked, String skipLocked)
        implements Consumption {

    private static final String LOCK = "select lane from lane where lane = ?";

    static void createLanes(Connection connection) throws SQLException {
        WorkTable.execute(connection, "create table lane (lane int primary key)");
        for (int lane = 0; lane < WorkTable.LANES; lane++) {
            WorkTable.execute(connection, "insert into lane values (%d)".formatted(lane));
        }
    }

    @Override
    public int consume(Connection connection) throws SQLException {
        int consumed = 0;
        for (int lane = 0; lane < WorkTable.LANES; lane++) {
            if (!locked || lock(connection, lane)) {
                List<Row> rows = locked ? table.takeOfLane(connection, lane, batch) : table.take(connection, batch);
                if (!rows.isEmpty()) {
                    task.run(connection, WorkTable.events(rows));
                }
                consumed += rows.size();
                connection.commit();
                task.committed(WorkTable.events(rows));
            } else {
                connection.commit();
            }
        }
        return consumed;
    }

    private boolean lock(Connection connection, int lane) throws SQLException {
        try (PreparedStatement lock = connection.prepareStatement(LOCK + skipLocked)) {
            lock.setInt(1, lane);
            try (ResultSet found = lock.executeQuery()) {
                return found.next();
            }
        }
    }
}
