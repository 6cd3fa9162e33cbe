package io.concor.engine.thread;

import java.util.concurrent.locks.LockSupport;

/** Lets a thread park despite an interrupt, which is restored when waiting ends. */
public final class DeferredInterrupt implements AutoCloseable {

    private boolean interrupted = Thread.interrupted();

    /** Parks for a time at most, like {@link LockSupport#parkNanos(Object, long)}. */
    public void park(Object blocker, long nanos) {
        LockSupport.parkNanos(blocker, nanos);
        interrupted |= Thread.interrupted();
    }

    @Override
    public void close() {
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
