package io.concor.experiments.durable.scenario;

import java.util.LinkedHashMap;
import java.util.Map;

/** As many events as are handled, first with an empty queue, then behind a backlog. */
public final class Backlog implements ProcessScenario {

    private static final double MEGABYTE = 1024 * 1024;

    @Override
    public Map<String, Double> run(ScenarioRun run) throws InterruptedException {
        ScenarioSettings settings = run.settings();
        ProcessLoad load = ProcessLoad.saturated(settings.callers(), settings.batch());
        LoadProcess empty = run.start("empty", load, Map.of());
        double before = measure(run, empty).perSecond();
        empty.kill();
        run.fill();
        LoadProcess behind = run.start("behind", load.from(1L << 40).behind(settings.backlog()), ScenarioRun.GO_ON);
        Window window = measure(run, behind);
        Map<String, Double> figures = new LinkedHashMap<>();
        figures.put("empty events/s", before);
        figures.putAll(window.costs());
        figures.put("ratio", window.perSecond() / before);
        figures.put("largest heap after a collection, MB", behind.largestHeapBytes() / MEGABYTE);
        return figures;
    }

    private static Window measure(ScenarioRun run, LoadProcess process) throws InterruptedException {
        process.order(LoadMain.LOAD);
        ScenarioRun.sleep(run.settings().warmUp());
        return Window.measure(run, process, run.settings().time());
    }
}
