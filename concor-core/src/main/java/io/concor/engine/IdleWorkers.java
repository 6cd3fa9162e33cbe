package io.concor.engine;

import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The workers of one pool that have found no event: they look at the ring again and again, or are parked until woken.
 *
 * <p>Few woken workers are under way at a time. Each looks at the ring when it runs, and one that takes an event and
 * sees another wakes the next. Where processors are scarce, waking a thread for each event would take processors from
 * busy threads, which have taken the event by the time the woken one runs.
 */
final class IdleWorkers {

    /** Half of the processors belong to busy threads. */
    private static final int MOST_UNDER_WAY = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);

    private final AtomicInteger idle = new AtomicInteger();
    private final AtomicInteger parked = new AtomicInteger();
    /** Workers that were woken and do not run yet. */
    private final AtomicInteger underWay = new AtomicInteger();

    /** A worker has found no event. It has to look once more after this call. */
    void add(Worker worker) {
        if (worker.startIdling()) {
            idle.incrementAndGet();
        }
    }

    /** A worker has taken an event, or ends. It has to look for further events after this call. */
    void remove(Worker worker) {
        if (worker.stopIdling()) {
            idle.decrementAndGet();
            VarHandle.fullFence(); // the ring's sequences are not read in the order of this counter
        }
    }

    /** Whether there is a worker that will look at the ring again before it takes an event or ends. */
    boolean any() {
        return idle.get() > 0;
    }

    /** Whether there may be a worker to wake. */
    boolean anyParked() {
        return parked.get() > 0;
    }

    /** A worker is about to park. It has to look for events once more after this call. */
    void park(Worker worker) {
        parked.incrementAndGet(); // first, so that never more are parked than counted
        worker.park();
    }

    /** A worker no longer parks, woken or not. It has to look for events after this call. */
    void unpark(Worker worker) {
        (worker.unpark() ? parked : underWay).decrementAndGet();
    }

    /** Wakes the first parked worker, unless enough are under way. */
    void wakeOne(Worker[] workers) {
        if (underWay.get() >= MOST_UNDER_WAY) {
            return;
        }
        for (Worker worker : workers) {
            if (worker.unpark()) {
                parked.decrementAndGet();
                underWay.incrementAndGet();
                worker.wake();
                return;
            }
        }
    }
}
