package io.concor.benchmarks.soak;

import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Interrupts threads from outside until it is closed: those of the flow, those that bring events, those that call back.
 */
final class Interrupter implements AutoCloseable {

    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final String flow;
    private final SplittableRandom random;
    private final Totals totals;
    private final SideThread thread;

    Interrupter(String flow, SplittableRandom random, Findings findings, Totals totals) {
        this.flow = flow;
        this.random = random;
        this.totals = totals;
        this.thread = new SideThread("interrupter", this::interruptOne, findings);
    }

    void start() {
        thread.start();
    }

    private void interruptOne() {
        LockSupport.parkNanos(PAUSE_NANOS);
        List<Thread> targets = Thread.getAllStackTraces().keySet().stream()
                .filter(this::mayBeInterrupted)
                .toList();
        if (!targets.isEmpty()) {
            targets.get(random.nextInt(targets.size())).interrupt();
            totals.add(Totals.Count.THREADS_INTERRUPTED);
        }
    }

    private boolean mayBeInterrupted(Thread candidate) {
        String name = candidate.getName();
        return name.startsWith(flow + ".") || name.startsWith(Producers.NAME);
    }

    @Override
    public void close() {
        thread.close();
    }
}
