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
        SeenTable seen,
        CensusStatements census) {

    public static StoreTables of(Dialect dialect) {
        return new StoreTables(
                dialect,
                new QueueTable(dialect),
                new LaneTable(dialect),
                new EventTable(dialect),
                new DelayedTable(dialect),
                new DeadLetterTable(dialect),
                new SeenTable(dialect),
                new CensusStatements(dialect));
    }

    /** Returns the least id in a lane; 0 if nothing waits there. */
    public long first(Connection connection, int queue, int lane) throws SQLException {
        return census.first(connection, queue, lane);
    }

    /** Counts the events of a queue that wait or are delayed, at one moment, each up to a bound. */
    public long depth(Connection connection, int queue, long most) throws SQLException {
        return census.depth(connection, queue, most);
    }
}
