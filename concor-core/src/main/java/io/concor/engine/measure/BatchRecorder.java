package io.concor.engine.measure;

import io.concor.statistics.FlowReading.BatchReading;
import io.concor.statistics.FlowStatistics.BatchFigures;
import io.concor.statistics.FlowStatistics.LatencyDistribution;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Records the sizes and durations of the batches of one component: of all, because their events share the cost.
 * Thread-safe.
 */
public final class BatchRecorder {

    /** Sizes are recorded as if they were microseconds. */
    private static final long UNIT = 1_000;

    private final RollingHistogram sizes = new RollingHistogram();
    private final RollingHistogram calls = new RollingHistogram();
    /** The histogram rounds. */
    private final LongAccumulator largest = new LongAccumulator(Math::max, 0);

    private final Listener listener;
    private volatile int limit;

    BatchRecorder(Listener listener) {
        this.listener = listener;
    }

    /** Receives each batch. */
    @FunctionalInterface
    interface Listener {

        void onBatch(int size, long nanos);
    }

    /** How many events a batch may have from now on. */
    public void limit(int events) {
        limit = events;
    }

    /** Loses a measurement, but never an event, if there is no memory for it. */
    public void record(int size, long nanos) {
        try {
            largest.accumulate(size);
            sizes.record(size * UNIT);
            calls.record(nanos);
            listener.onBatch(size, nanos);
        } catch (OutOfMemoryError noMemory) {
            // The next measurement may find some.
        }
    }

    void roll(long second) {
        sizes.roll(second);
        calls.roll(second);
    }

    /** Returns how large the batches of the last ten seconds were, or null if there were none. */
    @Nullable
    BatchReading reading(long second) {
        double mean = sizes.meanMicros(second);
        return Double.isNaN(mean) ? null : new BatchReading(limit, mean);
    }

    BatchFigures figures(Function<RollingHistogram, LatencyDistribution> reading) {
        LatencyDistribution size = reading.apply(sizes);
        return new BatchFigures(
                limit,
                size.samples(),
                size.meanMicros(),
                exact(size.p95Micros()),
                exact(size.maxMicros()),
                reading.apply(calls));
    }

    private long exact(double size) {
        return Math.min(Math.round(size), largest.get());
    }
}
