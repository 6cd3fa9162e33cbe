package io.concor.diagnosis;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Lets one prediction at a time be computed: it takes a processor, which the flows need.
 * Others wait for a bounded time, in the order of their arrival. Thread-safe.
 */
final class PredictionTurn {

    private final Semaphore turn = new Semaphore(1, true);
    private final Duration patience;

    PredictionTurn(Duration patience) {
        this.patience = patience;
    }

    /** @throws PredictionBusyException if the turn does not come in time, or the thread is interrupted */
    <T> T take(String flow, Supplier<T> prediction) {
        if (!comes()) {
            throw new PredictionBusyException(flow, patience);
        }
        try {
            return prediction.get();
        } finally {
            turn.release();
        }
    }

    private boolean comes() {
        try {
            return turn.tryAcquire(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
