package io.concor.autoconfigure.metrics;

import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/**
 * The total time of all events of one outcome, of which only some are measured: whatever ended since the last look is
 * taken to have lasted as long as the measured ones of the same stretch, or as those before where none was measured.
 * Never goes back. Thread-safe.
 */
final class EstimatedTime {

    private final LongSupplier counter;
    private final LongAdder sampledNanos = new LongAdder();
    private final LongAdder samples = new LongAdder();
    /** Guarded by this, like what follows. */
    private long seen;

    private double totalNanos;
    private double meanNanos;

    EstimatedTime(LongSupplier counter) {
        this.counter = counter;
    }

    void sampled(long nanos) {
        sampledNanos.add(nanos);
        samples.increment();
    }

    long count() {
        return counter.getAsLong();
    }

    synchronized double totalNanos() {
        long count = count();
        long measured = samples.sumThenReset();
        double nanos = sampledNanos.sumThenReset();
        if (measured > 0) {
            meanNanos = nanos / measured;
        }
        totalNanos += Math.max(0, count - seen) * meanNanos;
        seen = count;
        return totalNanos;
    }
}
