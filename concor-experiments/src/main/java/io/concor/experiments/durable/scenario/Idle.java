package io.concor.experiments.durable.scenario;

import java.util.Map;

/** Queues in which nothing happens. A subject that has no queues of its own for kinds of events has one. */
public final class Idle implements ProcessScenario {

    private static final String QUEUES = "50";

    @Override
    public Map<String, Double> run(ScenarioRun run) throws InterruptedException {
        LoadProcess process = run.start("idle", ProcessLoad.none(), Map.of("queues", QUEUES));
        ScenarioRun.sleep(run.settings().warmUp());
        return Window.measure(run, process, run.settings().time()).idle();
    }
}
