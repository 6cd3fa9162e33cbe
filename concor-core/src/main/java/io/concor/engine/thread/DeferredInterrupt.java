package io.concor.engine.thread;

import java.util.concurrent.locks.LockSupport;

/**
 * Waits a while, again and again, on a thread that may be interrupted: the interrupt is kept until the waiting is over.
 */
public final class DeferredInterrupt implements AutoCloseable {

    private boolean interrupted = Thread.interrupted();

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
