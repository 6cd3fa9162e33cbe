package io.concor.autoconfigure.metrics;

import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/**
 * The estimated total time of all events of one outcome, of which only some are sampled. The events since the last
 * reading are assumed to have the mean time of their samples or, without a sample, the previous mean. Never decreases.
 * Thread-safe.
 */
final class EstimatedTime {

    private final LongSupplier counter;
    private final LongAdder sampledNanos = new LongAdder();
    private final LongAdder samples = new LongAdder();
    /** Guarded by this, like the following fields. */
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
