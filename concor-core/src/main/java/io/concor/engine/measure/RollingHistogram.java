package io.concor.engine.measure;

import io.concor.statistics.DurationHistogram;
import io.concor.statistics.FlowStatistics.LatencyDistribution;
import java.util.stream.LongStream;
import org.HdrHistogram.HistogramIterationValue;
import org.jspecify.annotations.Nullable;

/**
 * A histogram of durations, for the last ten seconds and since the start. Recording is wait-free; rolling and reading
 * take a lock.
 */
final class RollingHistogram extends LatencyBuckets {

    private static final int SECONDS = 10;

    private final SummedHistogram total = new SummedHistogram();
    /** The sum of {@link #seconds}. */
    private final SummedHistogram window = new SummedHistogram();

    private final @Nullable SummedHistogram[] seconds = new SummedHistogram[SECONDS];
    private final long[] secondOf = new long[SECONDS];
    /** The last second with a recording. */
    private long last = -SECONDS;

    private volatile boolean recorded;
    /** What was recorded since the last call of {@link #endSecond}, or null if it was never called. */
    private @Nullable SummedHistogram sinceSecond;

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
            SummedHistogram present = histogramOf(last);
            drain((nanos, count) -> {
                total.record(nanos, count);
                window.record(nanos, count);
                present.record(nanos, count);
                if (sinceSecond != null) {
                    sinceSecond.record(nanos, count);
                }
            });
        }
    }

    /** Returns the distribution of what was recorded since the last call, which readers do not take part of. */
    synchronized LatencyDistribution endSecond(long second) {
        roll(second);
        LatencyDistribution ended = sinceSecond == null ? LatencyDistribution.NONE : sinceSecond.distribution();
        sinceSecond = new SummedHistogram();
        return ended;
    }

    private void forgetBefore(long second) {
        for (int i = 0; i < SECONDS; i++) {
            SummedHistogram old = seconds[i];
            if (old != null && secondOf[i] < second && old.samples() > 0) {
                window.subtract(old);
                old.reset();
            }
        }
    }

    private SummedHistogram histogramOf(long second) {
        int index = (int) (second % SECONDS);
        SummedHistogram histogram = seconds[index];
        if (histogram == null) {
            histogram = new SummedHistogram();
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

    /** Returns the distribution of the last ten seconds. */
    synchronized DurationHistogram histogram(long second) {
        roll(second);
        LongStream.Builder nanos = LongStream.builder();
        LongStream.Builder counts = LongStream.builder();
        for (HistogramIterationValue value : window.values()) {
            nanos.add(value.getValueIteratedTo());
            counts.add(value.getCountAddedInThisIterationStep());
        }
        return DurationHistogram.of(nanos.build().toArray(), counts.build().toArray());
    }

    synchronized LatencyDistribution sinceStart(long second) {
        roll(second);
        return total.distribution();
    }
}
