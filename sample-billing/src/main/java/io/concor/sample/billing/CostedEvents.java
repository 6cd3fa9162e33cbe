package io.concor.sample.billing;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Map.Entry;
import java.util.Objects;
import java.util.SortedMap;
import org.springframework.jdbc.core.BatchPreparedStatementSetter;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** The costed events and the balances of accounts in the database. Joins the transaction of the calling thread. */
@Repository
public class CostedEvents {

    /** A batch of rows makes one trip to the database. */
    private final JdbcTemplate batches;

    private final JdbcClient queries;

    CostedEvents(JdbcTemplate batches, JdbcClient queries) {
        this.batches = batches;
        this.queries = queries;
    }

    /**
     * Inserts events, except those whose id is taken. Waits for other transactions that insert the same id.
     *
     * @param events by id, in the order of the ids: two transactions never wait for each other
     * @return the inserted ones
     */
    List<CostedEvent> insert(SortedMap<String, CostedEvent> events) {
        List<CostedEvent> rows = List.copyOf(events.values());
        int[] counts = batch("""
                insert into costed_event (id, account, product, caller, called, started_at, seconds, charging, amount)
                values (?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict do nothing""", rows, CostedEvents::bind);
        List<CostedEvent> inserted = new ArrayList<>(rows.size());
        for (int i = 0; i < counts.length; i++) {
            if (wasInserted(counts[i])) {
                inserted.add(rows.get(i));
            }
        }
        return inserted;
    }

    /** A driver that rewrites batches does not tell: then no balance is right, and nothing may be committed. */
    private static boolean wasInserted(int count) {
        if (count != 0 && count != 1) {
            throw new IllegalStateException(String.format(
                    Locale.ROOT,
                    "The database driver counts %d inserted rows for one, instead of 0 or 1, so whether it was inserted is unknown. Do not let it rewrite batches: remove reWriteBatchedInserts from the URL of the data source",
                    count));
        }
        return count == 1;
    }

    private static void bind(PreparedStatement statement, CostedEvent event) throws SQLException {
        CallRecord call = event.call();
        statement.setString(1, call.id());
        statement.setString(2, event.account());
        statement.setString(3, event.product());
        statement.setString(4, call.caller());
        statement.setString(5, call.called());
        statement.setObject(6, call.start().atOffset(ZoneOffset.UTC));
        statement.setInt(7, call.seconds());
        statement.setString(8, event.charging().word());
        statement.setLong(9, event.amount());
    }

    /**
     * Adds to the stored balances.
     *
     * @param amounts in hundredths of a cent by account, in the order of the accounts: two transactions never wait for
     *     each other
     */
    void addToBalances(SortedMap<String, Long> amounts) {
        batch(
                "update account set balance = balance + ? where number = ?",
                List.copyOf(amounts.entrySet()),
                (PreparedStatement statement, Entry<String, Long> row) -> {
                    statement.setLong(1, row.getValue());
                    statement.setString(2, row.getKey());
                });
    }

    /** Returns those events that exist, by id. */
    public Map<String, CostedEvent> find(Collection<String> ids) {
        Map<String, CostedEvent> found = new HashMap<>();
        if (!ids.isEmpty()) {
            queries.sql("select * from costed_event where id in (:ids)")
                    .param("ids", ids)
                    .query((row, index) -> event(row))
                    .list()
                    .forEach(event -> found.put(event.id(), event));
        }
        return found;
    }

    private static CostedEvent event(ResultSet row) throws SQLException {
        Instant start = Objects.requireNonNull(row.getObject("started_at", OffsetDateTime.class))
                .toInstant();
        CallRecord call = new CallRecord(
                row.getString("id"), row.getString("caller"), row.getString("called"), start, row.getInt("seconds"));
        return new CostedEvent(
                call,
                row.getString("account"),
                row.getString("product"),
                Charging.of(row.getString("charging")),
                row.getLong("amount"));
    }

    private interface Binding<T> {
        void bind(PreparedStatement statement, T row) throws SQLException;
    }

    private <T> int[] batch(String sql, List<T> rows, Binding<T> binding) {
        return batches.batchUpdate(sql, new BatchPreparedStatementSetter() {

            @Override
            public void setValues(PreparedStatement statement, int i) throws SQLException {
                binding.bind(statement, rows.get(i));
            }

            @Override
            public int getBatchSize() {
                return rows.size();
            }
        });
    }
}
