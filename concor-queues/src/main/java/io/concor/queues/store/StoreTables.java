package io.concor.queues.store;

import io.concor.queues.jdbc.DeadLetterTable;
import io.concor.queues.jdbc.DelayedTable;
import io.concor.queues.jdbc.Dialect;
import io.concor.queues.jdbc.EventTable;
import io.concor.queues.jdbc.LaneTable;
import io.concor.queues.jdbc.QueueTable;
import io.concor.queues.jdbc.SeenTable;
import java.sql.Connection;
import java.sql.SQLException;

/** The statements of a store. Thread-safe. */
record StoreTables(
        Dialect dialect,
        QueueTable queues,
        LaneTable lanes,
        EventTable events,
        DelayedTable delayed,
        DeadLetterTable dead,
        SeenTable seen) {

    static StoreTables of(Dialect dialect) {
        return new StoreTables(
                dialect,
                new QueueTable(dialect),
                new LaneTable(dialect),
                new EventTable(dialect),
                new DelayedTable(dialect),
                new DeadLetterTable(dialect),
                new SeenTable(dialect));
    }

    /** Counts the events of a queue that wait or are delayed, but not beyond a bound. */
    long depth(Connection connection, int queue, long most) throws SQLException {
        return events.depth(connection, queue, most) + delayed.depth(connection, queue, most);
    }
}
