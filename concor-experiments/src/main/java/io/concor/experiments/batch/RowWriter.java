package io.concor.experiments.batch;

import io.concor.BatchTask;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;
import javax.sql.DataSource;

/**
 * Writes costed events and adds to balances in one transaction, with the statements of the writer of the sample billing.
 * Thread-safe.
 */
final class RowWriter implements BatchTask<CostedRow, Boolean> {

    private static final String INSERT =
            "insert into costed_event (id, account, product, caller, called, started_at, seconds, charging, amount)"
                    + " values (?, ?, 'basic', '4915000000', '4930123456', current_timestamp, 60, 'normal', ?)"
                    + " on conflict do nothing";
    private static final String ADD = "update account set balance = balance + ? where number = ?";

    private final DataSource database;
    private final LongAdder calls = new LongAdder();

    /** @param database its connections begin a transaction with their first statement */
    RowWriter(DataSource database) {
        this.database = database;
    }

    /** Returns how many transactions have been committed. */
    long calls() {
        return calls.sum();
    }

    @Override
    public List<Boolean> apply(List<CostedRow> rows) throws SQLException {
        Map<String, CostedRow> byId = new TreeMap<>();
        Map<String, Long> amounts = new TreeMap<>();
        for (CostedRow row : rows) {
            byId.put(row.id(), row);
            amounts.merge(row.account(), row.amount(), Long::sum);
        }
        try (Connection connection = database.getConnection()) {
            insert(connection, byId);
            add(connection, amounts);
            connection.commit();
        }
        calls.increment();
        return rows.stream().map(row -> true).toList();
    }

    /** In the order of the ids, so that two transactions never wait for each other; balances likewise. */
    private static void insert(Connection connection, Map<String, CostedRow> byId) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
            for (CostedRow row : byId.values()) {
                insert.setString(1, row.id());
                insert.setString(2, row.account());
                insert.setLong(3, row.amount());
                insert.addBatch();
            }
            insert.executeBatch();
        }
    }

    private static void add(Connection connection, Map<String, Long> amounts) throws SQLException {
        try (PreparedStatement add = connection.prepareStatement(ADD)) {
            for (Map.Entry<String, Long> amount : amounts.entrySet()) {
                add.setLong(1, amount.getValue());
                add.setString(2, amount.getKey());
                add.addBatch();
            }
            add.executeBatch();
        }
    }
}
