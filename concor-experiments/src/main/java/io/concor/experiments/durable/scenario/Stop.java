package io.concor.experiments.durable.scenario;

import io.concor.experiments.durable.subject.BeforeEffect;
import io.concor.experiments.durable.subject.Subject;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** An orderly stop while many events wait and tasks take a while. Then nothing is lost, and nothing done twice. */
public final class Stop implements ProcessScenario {

    private static final String TASK_MILLIS = "10";
    private static final Duration TO_STOP = Duration.ofMinutes(2);
    private static final double NANOS_PER_MILLI = TimeUnit.MILLISECONDS.toNanos(1);

    @Override
    public Map<String, Double> run(ScenarioRun run) throws InterruptedException {
        run.fill();
        LoadProcess process = run.start(
                "stops",
                ProcessLoad.none(),
                Map.of(BeforeEffect.OPTION_PAUSE, TASK_MILLIS, Subject.OPTION_PAUSED, "false"));
        ScenarioRun.sleep(run.settings().warmUp());
        process.order(LoadMain.STOP);
        long nanos = process.await(LoadMain.STOPPED, TO_STOP);
        process.kill();
        double effects = run.number("select count(*) from effect");
        Map<String, Double> figures = new LinkedHashMap<>();
        figures.put("stop ms", nanos / NANOS_PER_MILLI);
        figures.put("handled before", effects);
        figures.put("double", run.doubles());
        figures.put("lost", run.settings().backlog() - effects - waiting(run));
        return figures;
    }

    private static double waiting(ScenarioRun run) throws InterruptedException {
        LoadProcess counts = run.start("counts", ProcessLoad.fill(1, 1, 0), Map.of());
        counts.order(LoadMain.WAITING);
        long waiting = counts.await(LoadMain.WAITING, TO_STOP);
        counts.kill();
        return waiting;
    }
}
