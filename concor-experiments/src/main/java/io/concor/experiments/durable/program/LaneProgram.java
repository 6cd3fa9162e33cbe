package io.concor.experiments.durable.program;

import io.concor.experiments.durable.subject.EffectTask;
import io.concor.experiments.durable.subject.SubjectSettings;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;

/**
 * A consumer that keeps the order of keys: it locks a lane. Options: {@code batch}, {@code workers}, and {@code
 * flaw=no-lane-lock}, which the checker must find.
 */
public final class LaneProgram extends WorkProgram {

    public LaneProgram() {
        super("lane, id");
    }

    @Override
    public void createTables(Connection connection, SubjectSettings settings) throws SQLException {
        super.createTables(connection, settings);
        LaneConsumption.createLanes(connection);
    }

    @Override
    Consumption consumption(WorkTable table, EffectTask task, SubjectSettings settings, int batch) {
        return new LaneConsumption(
                table, task, batch, !settings.text("flaw", "").equals("no-lane-lock"), WorkTable.skipLocked(settings));
    }

    @Override
    public boolean keepsOrderOfKeys(Map<String, String> options) {
        return true;
    }
}
