package io.concor.engine;

import io.concor.engine.event.CoarseClock;
import io.concor.engine.event.Context;
import io.concor.engine.path.EventPath;
import io.concor.engine.pool.Backlog;
import io.concor.engine.pool.JoinRegistry;
import io.concor.engine.pool.Pool;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Expires events that wait in a slot from which no thread takes. Usually the thread that takes an event finds that it has
 * timed out; here all threads of the slot are in a task.
 *
 * <p>The path of an event has no part in this. Events are removed from a ring under the flow's lock, while its pool is
 * suspended and each worker has stopped or is in a task, after which it looks whether its pool is suspended. A worker
 * that has just ended its task may have looked before. It has released its event then, and that becomes visible well
 * within the time that {@link #removeExpired} waits before it looks again; then nothing is removed until the next tick. Lanes
 * need none of this: whoever takes or removes an event has the lane's monitor.
 */
final class WaitingEvents {

    private static final long VISIBLE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final JoinRegistry registry;
    private final EventPath path;
    private final CoarseClock clock;
    private final FlowLock lock;

    WaitingEvents(JoinRegistry registry, EventPath path, CoarseClock clock, FlowLock lock) {
        this.registry = registry;
        this.path = path;
        this.clock = clock;
        this.lock = lock;
    }

    /** Whether an event has timed out in a slot from which no thread has taken since the last call. */
    boolean areOverdue() {
        boolean[] overdue = {false};
        registry.forEachTaking((pool, slot) -> overdue[0] |= pool.queue().isStalled() && hasExpired(pool.queue()));
        return overdue[0];
    }

    private boolean hasExpired(Backlog queue) {
        return queue.hasOverdue(clock::hasExpired);
    }

    /** Ends the events that have timed out in such slots, on the calling thread. */
    void expire() {
        registry.forEachTaking((pool, slot) -> {
            if (hasExpired(pool.queue())) {
                expireIn(slot, pool);
            }
        });
    }

    private void expireIn(int slot, Pool pool) {
        List<Context> expired = new ArrayList<>((int) pool.queue().waiting());
        try {
            if (pool.queue().removesWhileTaken()) {
                pool.queue().removeIf(clock::hasExpired, expired);
            } else {
                lock.ifFree(() -> removeWhileSuspended(pool, expired));
            }
        } finally {
            expired.forEach(context -> expire(context, slot));
        }
    }

    private void expire(Context context, int slot) {
        path.expireWaiting(context, slot);
        Thread.interrupted(); // an interrupt meant for one event must not reach the next
    }

    private void removeWhileSuspended(Pool pool, List<Context> expired) {
        if (pool.state().mayTake()) {
            pool.whileSuspended(() -> removeExpired(pool.queue(), expired));
        }
    }

    private void removeExpired(Backlog queue, List<Context> expired) {
        long taken = queue.taken();
        if (isTakenByNoThread(queue)) {
            awaitVisible();
            if (isTakenByNoThread(queue) && queue.taken() == taken) {
                queue.removeIf(clock::hasExpired, expired);
            }
        }
    }

    private boolean isTakenByNoThread(Backlog queue) {
        return registry.serving(queue).flatMap(Pool::all).allMatch(worker -> worker.takesNothing(queue::contains));
    }

    private void awaitVisible() {
        long start = System.nanoTime();
        while (System.nanoTime() - start < VISIBLE_NANOS) {
            LockSupport.parkNanos(this, VISIBLE_NANOS);
        }
    }
}
