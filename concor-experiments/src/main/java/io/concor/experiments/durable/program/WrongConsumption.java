package io.concor.experiments.durable.program;

import io.concor.experiments.durable.program.WorkTable.Row;
import io.concor.experiments.durable.subject.EffectTask;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Consumptions with removal and effect in two transactions, which the checker must find. */
final class WrongConsumption {

    private static final long TIME_NANOS = TimeUnit.MILLISECONDS.toNanos(Insertion.MILLIS_FOR_A_KILL);

    private WrongConsumption() {}

    /** Loses what was removed when the process ends between the two. */
    static Consumption removesBeforeTheEffect(WorkTable table, EffectTask task, int batch) {
        return connection -> {
            List<Row> rows = table.take(connection, batch);
            connection.commit();
            leaveTimeForAKill();
            return effect(connection, rows, task);
        };
    }

    /** Does again what was done when the process ends between the two. */
    static Consumption removesAfterTheEffect(WorkTable table, EffectTask task, int batch) {
        return connection -> {
            List<Row> rows = table.lock(connection, "true", batch);
            int done = effect(connection, rows, task);
            leaveTimeForAKill();
            WorkTable.delete(connection, rows, "true");
            connection.commit();
            return done;
        };
    }

    /** So that a few kills suffice to find the flaw. */
    private static void leaveTimeForAKill() {
        long until = System.nanoTime() + TIME_NANOS;
        for (long left = TIME_NANOS; left > 0; left = until - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
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
