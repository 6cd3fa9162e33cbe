package io.concor.experiments.durable.check;

import io.concor.experiments.durable.server.DurableServer;
import io.concor.experiments.testbed.ExperimentException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Reads the effects out of the database, without keeping them in memory. */
final class EffectReader {

    private static final int ROWS_AT_ONCE = 10_000;

    private final DurableServer server;
    private final Ledger ledger;

    EffectReader(DurableServer server, Ledger ledger) {
        this.server = server;
        this.ledger = ledger;
    }

    long count() {
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("select count(*) from effect")) {
            rows.next();
            return rows.getLong(1);
        } catch (SQLException failed) {
            throw new ExperimentException("The effects cannot be counted", failed);
        }
    }

    CheckResult compare() {
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false); // or PostgreSQL's driver reads all rows at once
            statement.setFetchSize(ROWS_AT_ONCE);
            Comparison comparison = new Comparison(ledger);
            try (ResultSet rows = statement.executeQuery(
                    "select position, event, event_key, process from effect order by position")) {
                while (rows.next()) {
                    comparison.add(rows.getLong(1), rows.getLong(2), rows.getInt(3), rows.getString(4));
                }
            }
            return comparison.result();
        } catch (SQLException failed) {
            throw new ExperimentException("The effects cannot be read", failed);
        }
    }
}
