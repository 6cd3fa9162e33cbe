package io.concor.engine.pool;

import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The workers of one pool that have found no event: they look at the ring again and again, or are parked until woken,
 * the last one first. Thread-safe. Under its lock nothing is called that could overflow the stack halfway.
 *
 * <p>Few woken workers are under way at a time. Each looks at the ring when it runs, and one that takes an event and
 * sees another wakes the next. Where processors are scarce, waking a thread for each event would take processors from
 * busy threads, which have taken the event by the time the woken one runs.
 */
public final class IdleWorkers {

    /** Half of the processors belong to busy threads. */
    private static final int MOST_UNDER_WAY = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);

    private final AtomicInteger idle = new AtomicInteger();
    /** The worker that parked last; linked to the one before. Guarded by this, like the links. */
    private volatile @Nullable Worker top;
    /** How many workers were woken and do not run yet; guarded by this. */
    private volatile int underWay;

    /** A worker has found no event. It has to look once more after this call. */
    public void add(Worker worker) {
        if (worker.startIdling()) {
            idle.incrementAndGet();
        }
    }

    /** A worker has taken an event, or ends. It has to look for further events after this call. */
    public void remove(Worker worker) {
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
        return top != null;
    }

    /** A worker is about to park. It has to look for events once more after this call. */
    public synchronized void park(Worker worker) {
        Worker present = top;
        worker.below = present;
        if (present != null) {
            present.above = worker;
        }
        worker.parked = true;
        top = worker;
    }

    /** A worker no longer parks, woken or not. It has to look for events after this call. */
    public synchronized void unpark(Worker worker) {
        if (worker.parked) {
            unlink(worker);
        } else {
            underWay = underWay - 1;
        }
    }

    private void unlink(Worker worker) {
        Worker below = worker.below;
        Worker above = worker.above;
        if (below != null) {
            below.above = above;
        }
        if (above != null) {
            above.below = below;
        } else {
            top = below;
        }
        worker.below = null;
        worker.above = null;
        worker.parked = false;
    }

    /** Wakes a parked worker, unless enough are under way. */
    void wakeOne() {
        if (underWay < MOST_UNDER_WAY) {
            Worker woken = choose();
            if (woken != null) {
                woken.wake();
            }
        }
    }

    /** Returns a worker that the caller has to wake, or null. */
    synchronized @Nullable Worker choose() {
        Worker woken = underWay < MOST_UNDER_WAY ? top : null;
        if (woken != null) {
            unlink(woken);
            underWay = underWay + 1;
        }
        return woken;
    }
}
