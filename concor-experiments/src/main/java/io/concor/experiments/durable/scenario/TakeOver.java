package io.concor.experiments.durable.scenario;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Two processes put and handle; one is killed, or stands still for good with its connections open, or one of their brokers is killed. */
public final class TakeOver implements ProcessScenario {

    private static final Duration GOES_ON = Duration.ofSeconds(5);
    private static final long OTHER_NUMBERS = 1L << 40;
    /** Of three, one may fail. */
    private static final int BROKERS = 3;

    private final Fault fault;

    /** What happens to one of them. */
    public enum Fault {
        /** A process is killed. */
        KILL,
        /** A process stands still. */
        FREEZE,
        /** A broker is killed. */
        KILL_BROKER
    }

    public TakeOver(Fault fault) {
        this.fault = fault;
    }

    @Override
    public Map<String, Double> run(ScenarioRun run) throws InterruptedException {
        if (fault == Fault.KILL_BROKER) {
            run.brokers(BROKERS); // fails at once without them
        }
        ProcessLoad load =
                ProcessLoad.paced(Math.max(1, run.settings().perSecond() / 2)).withTimes();
        LoadProcess first = run.start("first", load, Map.of());
        LoadProcess stays = run.start("stays", load.from(OTHER_NUMBERS), Map.of());
        List<LoadProcess> both = List.of(first, stays);
        both.forEach(process -> process.order(LoadMain.LOAD));
        ScenarioRun.sleep(run.settings().warmUp(), both);
        EventTimes events = new EventTimes(run, both);
        events.awaitFirst();
        long end = System.nanoTime();
        happens(run, first);
        ScenarioRun.sleep(GOES_ON);
        long until = System.nanoTime();
        List<LoadProcess> left = fault == Fault.KILL_BROKER ? both : List.of(stays);
        double open = events.awaitHandled(until, left);
        Times times = events.waited(end, until, left);
        Map<String, Double> figures = new LinkedHashMap<>();
        figures.put("longest wait ms", times.millis(1));
        figures.put("p50 ms", times.millis(0.5));
        figures.put("events", (double) times.count());
        first.kill();
        figures.put("not handled", open);
        figures.put("double", run.doubles());
        return figures;
    }

    private void happens(ScenarioRun run, LoadProcess first) throws InterruptedException {
        switch (fault) {
            case KILL -> first.kill();
            case FREEZE -> first.freeze();
            case KILL_BROKER -> run.brokers(BROKERS).killOne();
        }
    }
}
