package io.concor.queues.read;

import io.concor.queues.jdbc.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The first rows of lanes. */
final class LaneHeads {

    private static final String HEADS = "select l.queue, l.lane, (select min(e.id) from concor_event e"
            + " where e.queue = l.queue and e.lane = l.lane) from concor_lane l where l.owner = ?";

    private LaneHeads() {}

    private record Head(int queue, int lane, long id) {}

    /** Reads the least id in each lane of an instance that is not empty, by queue and lane. One statement. */
    static Map<Integer, Map<Integer, Long>> of(Connection connection, String instance) throws SQLException {
        List<Head> heads =
                Sql.list(connection, HEADS, row -> new Head(row.getInt(1), row.getInt(2), row.getLong(3)), instance);
        Map<Integer, Map<Integer, Long>> byQueue = new HashMap<>();
        heads.stream().filter(head -> head.id() > 0).forEach(head -> byQueue.computeIfAbsent(
                        head.queue(), queue -> new HashMap<>())
                .put(head.lane(), head.id()));
        return byQueue;
    }
}
