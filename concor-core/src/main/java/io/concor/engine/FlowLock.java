package io.concor.engine;

import io.concor.engine.event.CoarseClock;
import io.concor.layout.ChangeNotPossibleException;
import io.concor.layout.ChangeNotPossibleException.Reason;
import io.concor.text.DurationFormat;
import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/** The lock of one flow: one change, start or stop at a time. A change gives up as soon as a stop waits for the lock. */
final class FlowLock {

    private final String flow;
    private final ReentrantLock lock = new ReentrantLock(true);
    private final AtomicInteger waitingStops = new AtomicInteger();

    FlowLock(String flow) {
        this.flow = flow;
    }

    /**
     * Runs a change while no other change, start or stop runs.
     *
     * @param slots the slots that the change concerns, for the error message
     * @param limit how long to wait for another change to end
     * @throws ChangeNotPossibleException if another change takes longer, or the calling thread is interrupted
     */
    <T> T changing(Collection<String> slots, Duration limit, Supplier<T> change) {
        acquire(slots, limit);
        try {
            return change.get();
        } finally {
            lock.unlock();
        }
    }

    private void acquire(Collection<String> slots, Duration limit) {
        try {
            if (!lock.tryLock(CoarseClock.nanos(limit), TimeUnit.NANOSECONDS)) {
                String otherChange = "another change has been running for " + DurationFormat.of(limit);
                throw new ChangeNotPossibleException(flow, slots, Reason.OTHER_CHANGE, otherChange);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new ChangeNotPossibleException(flow, slots, Reason.INTERRUPTED, "the calling thread was interrupted");
        }
    }

    /** Runs a start while no change or stop runs. */
    void starting(Runnable start) {
        lock.lock();
        try {
            start.run();
        } finally {
            lock.unlock();
        }
    }

    /** Runs an action if no change, start or stop runs. Returns whether it did. */
    boolean ifFree(Runnable action) {
        boolean free = lock.tryLock();
        if (free) {
            try {
                action.run();
            } finally {
                lock.unlock();
            }
        }
        return free;
    }

    /** Runs a stop as soon as the change in progress, if there is one, has given up. */
    <T> T stopping(Supplier<T> stop) {
        waitingStops.incrementAndGet();
        lock.lock();
        waitingStops.decrementAndGet();
        try {
            return stop.get();
        } finally {
            lock.unlock();
        }
    }

    /** Whether the change in progress has to give up, because a stop waits. */
    boolean stopWaits() {
        return waitingStops() > 0;
    }

    int waitingStops() {
        return waitingStops.get();
    }
}
