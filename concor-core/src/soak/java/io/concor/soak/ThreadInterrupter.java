package io.concor.soak;

import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Interrupts random threads of the flow and random producers until it is closed. */
final class ThreadInterrupter implements AutoCloseable {

    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final String flow;
    private final SplittableRandom random;
    private final SoakCounters counters;
    private final LoopingThread thread;

    ThreadInterrupter(String flow, SplittableRandom random, Findings findings, SoakCounters counters) {
        this.flow = flow;
        this.random = random;
        this.counters = counters;
        this.thread = new LoopingThread("interrupter", this::interruptOne, findings);
    }

    void start() {
        thread.start();
    }

    private void interruptOne() {
        LockSupport.parkNanos(PAUSE_NANOS);
        List<Thread> targets = Thread.getAllStackTraces().keySet().stream()
                .filter(this::isTarget)
                .toList();
        if (!targets.isEmpty()) {
            targets.get(random.nextInt(targets.size())).interrupt();
            counters.add(SoakCounters.Counter.THREADS_INTERRUPTED);
        }
    }

    private boolean isTarget(Thread candidate) {
        String name = candidate.getName();
        return name.startsWith(flow + ".") || name.startsWith(EventProducers.NAME_PREFIX);
    }

    @Override
    public void close() {
        thread.close();
    }
}
