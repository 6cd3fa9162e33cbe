package io.concor.experiments.durable.scenario;

import java.sql.SQLException;
import java.util.Map;

/** A way to use a queue that is measured in processes of its own. */
public interface ProcessScenario {

    /**
     * Runs it on a new database.
     *
     * @return named figures in the order of a table
     */
    Map<String, Double> run(ScenarioRun run) throws InterruptedException, SQLException;
}
