package io.concor.experiments.durable.program;

import io.concor.experiments.durable.program.WorkTable.Row;
import io.concor.experiments.durable.subject.EffectTask;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;

/**
 * Leases a batch in a transaction of its own, so that slow tasks keep no rows locked. The fence is the removal: it must
 * hit every row with the token of this lease, or all is rolled back.
 *
 * @param fenced whether the removal is checked; false is the flaw that the checker must find
 */
record LeaseConsumption(WorkTable table, EffectTask task, int batch, long leaseMillis, boolean fenced)
        implements Consumption {

    @Override
    public int consume(Connection connection) throws SQLException {
        String token = UUID.randomUUID().toString();
        List<Row> rows =
                table.lock(connection, "(leased_until is null or leased_until < %s)".formatted(table.now()), batch);
        table.lease(connection, rows, token, leaseMillis);
        connection.commit();
        if (rows.isEmpty()) {
            return 0;
        }
        task.run(connection, WorkTable.events(rows));
        int removed = WorkTable.delete(connection, rows, fenced ? "token = '%s'".formatted(token) : "true");
        if (fenced && removed < rows.size()) {
            connection.rollback();
            return 0;
        }
        connection.commit();
        task.committed(WorkTable.events(rows));
        return rows.size();
    }
}
