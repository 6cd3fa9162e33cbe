package io.concor.experiments.durable.scenario;

import io.concor.experiments.testbed.ExperimentException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** When the events of traced processes were due and handled. For one thread. */
final class EventTimes {

    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final long LOOK_MILLIS = 500;

    private final ScenarioRun run;
    private final List<LoadProcess> processes;

    EventTimes(ScenarioRun run, List<LoadProcess> processes) {
        this.run = run;
        this.processes = processes;
    }

    /** Waits until each process has put and handled an event: on a busy machine that may take longer than a warm-up. */
    void awaitFirst() throws InterruptedException {
        long patience = System.nanoTime() + PATIENCE.toNanos();
        while (processes.stream()
                .anyMatch(each -> each.puts().isEmpty() || each.handled().isEmpty())) {
            if (System.nanoTime() > patience) {
                throw new ExperimentException(
                        "Not each process has put and handled an event within %d s".formatted(PATIENCE.toSeconds()));
            }
            TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
        }
    }

    /**
     * Waits until the events are handled that were due until then, and returns how many are not in the end.
     *
     * @param putting processes that go on putting: what was due is known only once they put what was due later
     */
    double awaitHandled(long until, List<LoadProcess> putting) throws InterruptedException {
        long patience = System.nanoTime() + PATIENCE.toNanos();
        int open = open(until);
        while ((open > 0 || !haveAllPutAfter(until, putting)) && System.nanoTime() < patience) {
            TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
            open = open(until);
        }
        if (!haveAllPutAfter(until, putting)) {
            throw new ExperimentException("A process puts nothing any more, for %d s".formatted(PATIENCE.toSeconds()));
        }
        return open;
    }

    private static boolean haveAllPutAfter(long nanos, List<LoadProcess> processes) {
        return processes.stream()
                .allMatch(process -> process.puts().values().stream().anyMatch(due -> due >= nanos));
    }

    /** Returns how long each event waited from a moment, or from when it was due, until one of some processes handled it. */
    Times waited(long from, long until, List<LoadProcess> by) {
        List<Long> waited = new ArrayList<>();
        dueUntil(until).forEach((number, due) -> by.stream()
                .map(process -> process.handled().get(number))
                .filter(handled -> handled != null && handled > from)
                .forEach(handled -> waited.add(handled - Math.max(from, due))));
        return new Times(waited);
    }

    private Map<Long, Long> dueUntil(long until) {
        Map<Long, Long> due = new LinkedHashMap<>();
        processes.forEach(process -> due.putAll(process.puts()));
        due.values().removeIf(nanos -> nanos >= until);
        return due;
    }

    /** A process that ended may have committed effects and not have reported them. */
    private int open(long until) {
        Set<Long> open = new HashSet<>(dueUntil(until).keySet());
        processes.forEach(process -> open.removeAll(process.handled().keySet()));
        if (!open.isEmpty()) {
            open.removeAll(run.effects());
        }
        return open.size();
    }
}
