package io.concor.experiments.durable.scenario;

import java.util.LinkedHashMap;
import java.util.Map;

/** Many keys whose order is kept, and some events fail once. Counts what came out of order. */
public final class FailingKeys implements ProcessScenario {

    private static final int KEYS = 10_000;
    private static final int PERCENT = 1;
    private static final String INVERSIONS = """
            select count(*) from (
                select event, max(event) over (
                    partition by event_key order by position rows between unbounded preceding and 1 preceding) as latest
                from effect) as effects
            where event < latest""";

    @Override
    public Map<String, Double> run(ScenarioRun run) throws InterruptedException {
        ScenarioSettings settings = run.settings();
        LoadProcess process = run.start(
                "keys",
                ProcessLoad.saturated(settings.callers(), settings.batch()).failing(PERCENT, KEYS),
                Map.of());
        process.order(LoadMain.LOAD);
        ScenarioRun.sleep(settings.warmUp());
        Map<String, Double> figures = new LinkedHashMap<>(
                Window.measure(run, process, settings.time()).costs());
        process.kill();
        figures.put("out of order", run.number(INVERSIONS));
        figures.put("double", run.doubles());
        return figures;
    }
}
