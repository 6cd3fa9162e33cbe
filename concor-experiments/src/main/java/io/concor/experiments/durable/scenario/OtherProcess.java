package io.concor.experiments.durable.scenario;

import io.concor.experiments.durable.subject.Subject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Events that one process puts and another one handles. The first one only puts if the subject can; events that it handles itself do
 * not count.
 */
public final class OtherProcess implements ProcessScenario {

    private static final Duration TO_ARRIVE = Duration.ofSeconds(10);

    @Override
    public Map<String, Double> run(ScenarioRun run) throws InterruptedException {
        ScenarioSettings settings = run.settings();
        LoadProcess here = run.start(
                "here", ProcessLoad.paced(settings.perSecond()).withTimes(), Map.of(Subject.OPTION_ONLY_PUTS, "true"));
        LoadProcess there = run.start("there", ProcessLoad.none().withTimes(), Map.of());
        here.order(LoadMain.LOAD);
        ScenarioRun.sleep(settings.warmUp(), List.of(here, there));
        long from = System.nanoTime();
        ScenarioRun.sleep(settings.time(), List.of(here, there));
        long until = System.nanoTime();
        awaitHandled(here, there, from, until);
        List<Long> times = new ArrayList<>();
        here.puts().forEach((number, due) -> {
            Long handled = there.handled().get(number);
            if (due >= from && due < until && handled != null) {
                times.add(handled - due);
            }
        });
        return figures(new Times(times), missing(here, there, from, until));
    }

    private static Map<String, Double> figures(Times times, long missing) {
        Map<String, Double> figures = new LinkedHashMap<>();
        figures.put("handled elsewhere", (double) times.count());
        figures.put("p50 ms", times.millis(0.5));
        figures.put("p99 ms", times.millis(0.99));
        figures.put("not handled", (double) missing);
        return figures;
    }

    private static void awaitHandled(LoadProcess here, LoadProcess there, long from, long until)
            throws InterruptedException {
        long end = System.nanoTime() + TO_ARRIVE.toNanos();
        while (missing(here, there, from, until) > 0 && System.nanoTime() < end) {
            TimeUnit.MILLISECONDS.sleep(100);
        }
    }

    private static long missing(LoadProcess here, LoadProcess there, long from, long until) {
        return here.puts().entrySet().stream()
                .filter(put -> put.getValue() >= from && put.getValue() < until)
                .filter(put -> !here.handled().containsKey(put.getKey())
                        && !there.handled().containsKey(put.getKey()))
                .count();
    }
}
