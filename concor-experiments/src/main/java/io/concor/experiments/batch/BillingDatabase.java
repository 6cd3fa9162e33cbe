package io.concor.experiments.batch;

import io.concor.experiments.testbed.ExperimentException;
import io.concor.experiments.testbed.PostgresServer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;

/**
 * The database of the billing.
 *
 * @param server the server, without a delay
 */
record BillingDatabase(PostgresServer server) {

    /** An account and what it owes. */
    record Account(long balance, long events) {}

    /** Inserts a product, its tariff, and all accounts. The application must have created the tables. */
    void openAccounts() {
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute("insert into product (name) values ('basic')");
            statement.execute(
                    "insert into tariff (product, prefix, price, increment_seconds) values ('basic', '49', %d, 60)"
                            .formatted(BillingRecords.PRICE));
            insert(connection, "insert into account (number, product, balance) values (?, 'basic', 0)", 1);
            insert(connection, "insert into subscriber_line (account, number) values (?, ?)", 2);
            connection.commit();
            connection.setAutoCommit(true);
            statement.execute("vacuum analyze");
        } catch (SQLException failed) {
            throw new ExperimentException("Cannot insert the accounts of the billing", failed);
        }
    }

    private static void insert(Connection connection, String sql, int columns) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(sql)) {
            for (int i = 0; i < BillingRecords.ACCOUNTS; i++) {
                insert.setString(1, BillingRecords.accountNumber(i));
                if (columns > 1) {
                    insert.setString(2, BillingRecords.line(i));
                }
                insert.addBatch();
            }
            insert.executeBatch();
        }
    }

    /** Returns all accounts by number, with the sums of their costed events. */
    Map<String, Account> accounts() {
        Map<String, Account> accounts = new HashMap<>();
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(
                        "select a.number, a.balance, coalesce(sum(e.amount), 0)"
                                + " from account a left join costed_event e on e.account = a.number group by a.number, a.balance")) {
            while (rows.next()) {
                accounts.put(rows.getString(1), new Account(rows.getLong(2), rows.getLong(3)));
            }
            return accounts;
        } catch (SQLException failed) {
            throw unreadable(failed);
        }
    }

    long events() {
        return count("select count(*) from costed_event");
    }

    /** Returns how many records are rejected. If one had to be sent again, it may stand there twice. */
    long rejected() {
        return count("select count(distinct record) from rejected_record");
    }

    private long count(String query) {
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getLong(1);
        } catch (SQLException failed) {
            throw unreadable(failed);
        }
    }

    private static ExperimentException unreadable(SQLException failed) {
        return new ExperimentException("Cannot read the database of the billing", failed);
    }
}
