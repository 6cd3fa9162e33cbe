package io.concor.queues.jdbc;

import java.sql.Connection;
import java.sql.SQLException;

/** The statements of a store. Thread-safe. */
public record StoreTables(
        Dialect dialect,
        QueueTable queues,
        LaneTable lanes,
        EventTable events,
        DelayedTable delayed,
        DeadLetterTable dead,
        SeenTable seen) {

    public static StoreTables of(Dialect dialect) {
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
    public long depth(Connection connection, int queue, long most) throws SQLException {
        return events.depth(connection, queue, most) + delayed.depth(connection, queue, most);
    }
}
