package io.concor.benchmarks.soak;

import io.concor.layout.StopReport;
import io.concor.manage.Manager;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Stops a flow in the middle of everything, looks into the books, and starts it again. */
final class Stops {

    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final int LONGEST_MILLIS = 20;

    private final Manager manager;
    private final String flow;
    private final Ledger ledger;
    private final Findings findings;
    private final Totals totals;

    Stops(Manager manager, String flow, Ledger ledger, Findings findings, Totals totals) {
        this.manager = manager;
        this.flow = flow;
        this.ledger = ledger;
        this.findings = findings;
        this.totals = totals;
    }

    void stopAndStart(SplittableRandom random) {
        long stoppedBefore = ledger.stopped();
        StopReport report = manager.stop(flow, Duration.ofMillis(random.nextInt(LONGEST_MILLIS)));
        totals.add(Totals.Count.STOPS);
        totals.add(Totals.Count.UNFINISHED, report.unfinished());
        awaitEmptyBooks(report);
        long stopped = ledger.stopped() - stoppedBefore;
        findings.addUnless(
                stopped <= report.unfinished(), "%d events ended because of a stop that reports %s", stopped, report);
        int placed =
                report.places().values().stream().mapToInt(Integer::intValue).sum();
        findings.addUnless(placed <= report.unfinished() || !report.clean(), "a stop reports %s", report);
        start();
    }

    /** A producer may be about to book an event that has ended already. */
    private void awaitEmptyBooks(StopReport report) {
        long start = System.nanoTime();
        while (ledger.open() > 0) {
            if (System.nanoTime() - start > PATIENCE_NANOS) {
                findings.add("%d events are open after a stop that reports %s", ledger.open(), report);
                return;
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    /** A start is refused while a thread is still in a task. */
    private void start() {
        long start = System.nanoTime();
        while (true) {
            try {
                manager.start(flow);
                return;
            } catch (IllegalStateException threadInTask) {
                if (System.nanoTime() - start > PATIENCE_NANOS) {
                    findings.add("flow %s does not start again: %s", flow, threadInTask);
                    return;
                }
            }
        }
    }
}
