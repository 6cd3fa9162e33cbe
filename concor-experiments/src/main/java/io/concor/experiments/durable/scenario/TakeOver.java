package io.concor.experiments.durable.scenario;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Two processes put and handle; one is killed, or stands still for good with its connections open. */
public final class TakeOver implements ProcessScenario {

    private static final Duration GOES_ON = Duration.ofSeconds(5);
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final long LOOK_MILLIS = 500;
    private static final long OTHER_NUMBERS = 1L << 40;

    private final boolean kill;

    /** @param kill whether a process is killed; else it stands still */
    public TakeOver(boolean kill) {
        this.kill = kill;
    }

    @Override
    public Map<String, Double> run(ScenarioRun run) throws InterruptedException {
        ProcessLoad load =
                ProcessLoad.paced(Math.max(1, run.settings().perSecond() / 2)).withTimes();
        LoadProcess ends = run.start("ends", load, Map.of());
        LoadProcess stays = run.start("stays", load.from(OTHER_NUMBERS), Map.of());
        ends.order(LoadMain.LOAD);
        stays.order(LoadMain.LOAD);
        ScenarioRun.sleep(run.settings().warmUp(), List.of(ends, stays));
        long end = System.nanoTime();
        end(ends);
        ScenarioRun.sleep(GOES_ON);
        long until = System.nanoTime();
        double open = awaitHandled(run, ends, stays, until);
        List<Long> waited = waited(ends, stays, end, until);
        Times times = new Times(waited);
        Map<String, Double> figures = new LinkedHashMap<>();
        figures.put("longest wait ms", times.millis(1));
        figures.put("p50 ms", times.millis(0.5));
        figures.put("events", (double) times.count());
        ends.kill();
        figures.put("not handled", open);
        figures.put("double", run.doubles());
        return figures;
    }

    private void end(LoadProcess process) throws InterruptedException {
        if (kill) {
            process.kill();
        } else {
            process.freeze();
        }
    }

    /** Returns how many events are not handled in the end. */
    private static double awaitHandled(ScenarioRun run, LoadProcess ends, LoadProcess stays, long until)
            throws InterruptedException {
        long patience = System.nanoTime() + PATIENCE.toNanos();
        int open = open(run, ends, stays, until);
        while (open > 0 && System.nanoTime() < patience) {
            TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
            open = open(run, ends, stays, until);
        }
        return open;
    }

    /** Returns how long each event waited from the end of the one process, or from when it was due, until the other handled it. */
    private static List<Long> waited(LoadProcess ends, LoadProcess stays, long end, long until) {
        List<Long> waited = new ArrayList<>();
        dueUntil(ends, stays, until).forEach((number, due) -> {
            Long handled = stays.handled().get(number);
            if (handled != null && handled > end) {
                waited.add(handled - Math.max(end, due));
            }
        });
        return waited;
    }

    private static Map<Long, Long> dueUntil(LoadProcess ends, LoadProcess stays, long until) {
        Map<Long, Long> due = new LinkedHashMap<>(ends.puts());
        due.putAll(stays.puts());
        due.values().removeIf(nanos -> nanos >= until);
        return due;
    }

    /** The process that ended may have committed effects and not have reported them. */
    private static int open(ScenarioRun run, LoadProcess ends, LoadProcess stays, long until) {
        Set<Long> open = new HashSet<>(dueUntil(ends, stays, until).keySet());
        open.removeAll(ends.handled().keySet());
        open.removeAll(stays.handled().keySet());
        if (!open.isEmpty()) {
            open.removeAll(run.effects());
        }
        return open.size();
    }
}
