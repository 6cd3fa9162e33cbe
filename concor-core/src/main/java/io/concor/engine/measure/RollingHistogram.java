package io.concor.engine.measure;

import io.concor.statistics.DurationHistogram;
import io.concor.statistics.FlowStatistics.LatencyDistribution;
import org.jspecify.annotations.Nullable;

/**
 * A histogram of durations, for the last ten seconds and since the start. Recording is wait-free; rolling and reading
 * take a lock.
 */
final class RollingHistogram extends LatencyBuckets {

    private static final int SECONDS = 10;

    private final SparseHistogram total = new SparseHistogram();
    /** The sum of {@link #seconds}. */
    private final SparseHistogram window = new SparseHistogram();

    private final @Nullable SparseHistogram[] seconds = new SparseHistogram[SECONDS];
    private final long[] secondOf = new long[SECONDS];
    /** The last second with a recording. */
    private long last = -SECONDS;

    private volatile boolean recorded;
    /** What was recorded since the last call of {@link #endSecond}, or null if it was never called. */
    private @Nullable SparseHistogram sinceSecond;

    void record(long nanos) {
        count(nanos);
        if (!recorded) {
            recorded = true;
        }
    }

    /** Assigns everything recorded since the last call to a second. */
    synchronized void roll(long second) {
        forgetBefore(second - SECONDS + 1);
        if (recorded) {
            recorded = false;
            last = Math.max(last, second); // a thread may come late with its second
            SparseHistogram present = histogramOf(last);
            drain((bucket, count) -> {
                present.add(bucket, count); // first: without memory for it, the window would never forget it
                window.add(bucket, count);
                total.add(bucket, count);
                if (sinceSecond != null) {
                    sinceSecond.add(bucket, count);
                }
            });
        }
    }

    /** Returns the distribution of what was recorded since the last call, which readers do not take part of. */
    synchronized LatencyDistribution endSecond(long second) {
        roll(second);
        LatencyDistribution ended = sinceSecond == null ? LatencyDistribution.NONE : sinceSecond.distribution();
        sinceSecond = new SparseHistogram();
        return ended;
    }

    private void forgetBefore(long second) {
        for (int i = 0; i < SECONDS; i++) {
            SparseHistogram old = seconds[i];
            if (old != null && secondOf[i] < second && !old.isEmpty()) {
                window.subtract(old);
                old.clear();
            }
        }
    }

    private SparseHistogram histogramOf(long second) {
        int index = (int) (second % SECONDS);
        SparseHistogram histogram = seconds[index];
        if (histogram == null) {
            histogram = new SparseHistogram();
            seconds[index] = histogram;
        }
        secondOf[index] = second;
        return histogram;
    }

    synchronized LatencyDistribution window(long second) {
        roll(second);
        return window.distribution();
    }

    /**
     * Returns the mean of the last ten seconds in microseconds, or NaN if there are no samples. Faster than
     * {@link #window}.
     */
    synchronized double meanMicros(long second) {
        roll(second);
        return window.meanMicros();
    }

    synchronized DurationHistogram histogram(long second) {
        roll(second);
        return window.durations();
    }

    synchronized LatencyDistribution sinceStart(long second) {
        roll(second);
        return total.distribution();
    }
}
