package io.concor.experiments.durable.program;

import io.concor.experiments.durable.program.WorkTable.Row;
import io.concor.experiments.durable.subject.EffectTask;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** Takes a batch, writes the effects and commits, in one transaction. Two processes take different rows. */
record BatchConsumption(WorkTable table, EffectTask task, int batch) implements Consumption {

    @Override
    public int consume(Connection connection) throws SQLException {
        List<Row> rows = table.take(connection, batch);
        if (!rows.isEmpty()) {
            task.run(connection, WorkTable.events(rows));
        }
        connection.commit();
        task.committed(WorkTable.events(rows));
        return rows.size();
    }
}
