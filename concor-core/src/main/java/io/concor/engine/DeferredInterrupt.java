package io.concor.engine;

import java.util.concurrent.locks.LockSupport;

/** Lets a thread park despite an interrupt, which is restored when waiting ends. */
final class DeferredInterrupt implements AutoCloseable {

    private boolean interrupted = Thread.interrupted();

    void park(Object blocker, long nanos) {
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
