package io.concor.engine;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * The workers of one pool that wait to be woken for an event.
 *
 * <p>Of those who are woken, few are on their way at once. Each of them looks at the ring when it has come to itself,
 * and whoever takes an event there and sees another behind it wakes the next. Where processors are short, threads that
 * are woken for each event take them from those that are at work, and find in the end that these have taken the event.
 */
final class ParkedWorkers {

    /** Half of the processors are for those who are at work. */
    private static final int MOST_ON_THEIR_WAY =
            Math.max(1, Runtime.getRuntime().availableProcessors() / 2);

    private final AtomicInteger parked = new AtomicInteger();
    /** How many were woken, and have not come to themselves. */
    private final AtomicInteger onTheirWay = new AtomicInteger();

    /** Whether there may be one to wake. */
    boolean any() {
        return parked.get() > 0;
    }

    /** To be called by a worker before it parks, and before it looks for the last time whether it has to. */
    void add(Worker worker) {
        parked.incrementAndGet(); // first, so that never more are parked than counted
        worker.park();
    }

    /**
     * To be called by a worker that parks no more, before it looks whether there is an event.
     *
     * @return whether it was woken for one
     */
    boolean remove(Worker worker) {
        boolean woken = !worker.unpark();
        (woken ? onTheirWay : parked).decrementAndGet();
        return woken;
    }

    /** Wakes the first that is parked, unless enough are on their way to see what waits. */
    void wakeOne(Worker[] workers) {
        if (onTheirWay.get() >= MOST_ON_THEIR_WAY) {
            return;
        }
        for (Worker worker : workers) {
            if (worker.unpark()) {
                parked.decrementAndGet();
                onTheirWay.incrementAndGet();
                worker.wake();
                return;
            }
        }
    }
}
