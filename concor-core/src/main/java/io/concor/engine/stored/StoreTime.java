package io.concor.engine.stored;

import io.concor.statistics.FlowReading.StoredReading;
import io.concor.statistics.QueueFigures;
import java.util.function.LongSupplier;

/**
 * The time that the workers of a slot spend in its store to begin and end transactions, without that of tasks. What has begun
 * counts at once: a commit may never return. A worker comes here a few times for each transaction. Thread-safe.
 */
final class StoreTime {

    private final LongSupplier nanoTime;
    /** All guarded by this. */
    private long nanos;

    private long countedTo;
    private int inside;
    private long transactions;

    StoreTime() {
        this(System::nanoTime);
    }

    StoreTime(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** The calling thread begins a transaction. */
    synchronized void begin() {
        transactions++;
        enter();
    }

    /** The calling thread waits for the store. */
    synchronized void enter() {
        count();
        inside++;
    }

    /** The store has answered. */
    synchronized void leave() {
        count();
        inside--;
    }

    private void count() {
        long now = nanoTime.getAsLong();
        nanos += inside * (now - countedTo);
        countedTo = now;
    }

    synchronized StoredReading reading(QueueFigures queue) {
        count();
        return new StoredReading(queue, transactions, nanos);
    }
}
