package io.concor.queues.administration;

import io.concor.queues.jdbc.Dialect;
import io.concor.queues.jdbc.QueueTable;
import io.concor.queues.outbox.Outboxes;
import io.concor.queues.row.QueueRow;
import io.concor.queues.schema.Schema;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Which slots have something in a database, whether or not a store is open there. */
public final class StoredSlots {

    private StoredSlots() {}

    /**
     * Returns the slots that have events or dead letters, by their flows, without those whose own queue lies in another store; none
     * if the tables are not there.
     */
    public static Map<String, Set<String>> read(Connection connection) throws SQLException {
        Dialect dialect = Dialect.of(connection);
        return new Schema(dialect).isPresent(connection) ? read(connection, dialect) : Map.of();
    }

    /**
     * The same where the tables are. By one statement: an event that moves from one table to another meanwhile is seen in one of
     * them.
     */
    public static Map<String, Set<String>> read(Connection connection, Dialect dialect) throws SQLException {
        Map<String, Set<String>> slots = new TreeMap<>();
        for (QueueRow queue : new QueueTable(dialect).filled(connection)) {
            if (!Outboxes.isOutbox(queue.slot())) {
                slots.computeIfAbsent(queue.flow(), flow -> new HashSet<>()).add(queue.slot());
            }
        }
        return slots;
    }
}
