package io.concor.soak;

import io.concor.layout.StopReport;
import io.concor.manage.Manager;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Stops a flow under load, checks the report of the stop, and starts the flow again. */
final class RandomStops {

    private static final long WAIT_NANOS = TimeUnit.SECONDS.toNanos(30);
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final int MAX_STOP_MILLIS = 20;

    private final Manager manager;
    private final String flow;
    private final EventLedger ledger;
    private final Findings findings;
    private final SoakCounters counters;

    RandomStops(Manager manager, String flow, EventLedger ledger, Findings findings, SoakCounters counters) {
        this.manager = manager;
        this.flow = flow;
        this.ledger = ledger;
        this.findings = findings;
        this.counters = counters;
    }

    void stopAndStart(SplittableRandom random) {
        long stoppedBefore = ledger.stopped();
        StopReport report = manager.flow(flow).stop(Duration.ofMillis(random.nextInt(MAX_STOP_MILLIS)));
        counters.add(SoakCounters.Counter.STOPS);
        counters.add(SoakCounters.Counter.UNFINISHED, report.unfinished());
        awaitAllEnded(report);
        long stopped = ledger.stopped() - stoppedBefore;
        findings.addUnless(
                stopped <= report.unfinished(), "%d events ended because of a stop that reports %s", stopped, report);
        int located =
                report.places().values().stream().mapToInt(Integer::intValue).sum();
        findings.addUnless(located <= report.unfinished() || !report.clean(), "a stop reports %s", report);
        start();
    }

    /** Waits, because a producer records an event after its end. */
    private void awaitAllEnded(StopReport report) {
        long start = System.nanoTime();
        while (ledger.open() > 0) {
            if (System.nanoTime() - start > WAIT_NANOS) {
                findings.add("%d events are open after a stop that reports %s", ledger.open(), report);
                return;
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    /** Tries again, because a flow refuses to start while a thread is still in a task. */
    private void start() {
        long start = System.nanoTime();
        while (true) {
            try {
                manager.flow(flow).start();
                return;
            } catch (IllegalStateException threadInTask) {
                if (System.nanoTime() - start > WAIT_NANOS) {
                    findings.add("flow %s does not start again: %s", flow, threadInTask);
                    return;
                }
            }
        }
    }
}
