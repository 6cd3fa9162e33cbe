package io.concor.test;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/** Times in the tables of a store. Time passes for what is stored by making it older; no clock is set. */
final class StoredTime {

    private static final List<String> OLDER = List.of(
            "update concor_event set put_at = put_at - ?, due_at = due_at - ?, first_failed = first_failed - ?,"
                    + " last_failed = last_failed - ?",
            "update concor_delayed set put_at = put_at - ?, due_at = due_at - ?, first_failed = first_failed - ?,"
                    + " last_failed = last_failed - ?",
            "update concor_dead set put_at = put_at - ?, first_failed = first_failed - ?, last_failed = last_failed -"
                    + " ?",
            "update concor_seen set put_at = put_at - ?");

    private StoredTime() {}

    /** Makes all that is stored older; the leases of processes stay as they are. */
    static void advance(Connection connection, Duration time) throws SQLException {
        for (String update : OLDER) {
            execute(connection, update, time.toMillis());
        }
    }

    /** Forgets the ids of events that were put longer ago, as the store does now and then. */
    static void forget(Connection connection, long nowMillis, Duration remember) throws SQLException {
        execute(connection, "delete from concor_seen where put_at < ?", nowMillis - remember.toMillis());
    }

    /** Ends the lease of a process that has crashed, so that the next one need not wait for that. */
    static void endLeases(Connection connection) throws SQLException {
        execute(connection, "update concor_instance set lease_until = ?", 0);
    }

    private static void execute(Connection connection, String sql, long value) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            int parameters = (int) sql.chars().filter(each -> each == '?').count();
            for (int i = 1; i <= parameters; i++) {
                statement.setLong(i, value);
            }
            statement.executeUpdate();
        }
    }
}
