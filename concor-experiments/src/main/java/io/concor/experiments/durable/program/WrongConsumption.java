package io.concor.experiments.durable.program;

import io.concor.experiments.durable.program.WorkTable.Row;
import io.concor.experiments.durable.subject.EffectTask;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** Consumptions with removal and effect in two transactions, which the checker must find. */
final class WrongConsumption {

    private WrongConsumption() {}

    /** Loses what was removed when the process ends between the two. */
    static Consumption removesBeforeTheEffect(WorkTable table, EffectTask task, int batch) {
        return connection -> {
            List<Row> rows = table.take(connection, "true", batch);
            connection.commit();
            return effect(connection, rows, task);
        };
    }

    /** Does again what was done when the process ends between the two. */
    static Consumption removesAfterTheEffect(WorkTable table, EffectTask task, int batch) {
        return connection -> {
            List<Row> rows = table.lock(connection, "true", batch);
            int done = effect(connection, rows, task);
            table.delete(connection, rows, "true");
            connection.commit();
            return done;
        };
    }

    private static int effect(Connection connection, List<Row> rows, EffectTask task) throws SQLException {
        if (!rows.isEmpty()) {
            task.run(connection, WorkTable.events(rows));
        }
        connection.commit();
        task.committed(WorkTable.events(rows));
        return rows.size();
    }
}
