package io.concor.engine.measure;

import io.concor.statistics.DurationHistogram;
import io.concor.statistics.FlowStatistics.LatencyDistribution;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import org.jspecify.annotations.Nullable;

/**
 * A histogram of durations, for the last ten seconds and since the start. Recording is wait-free; rolling and reading
 * take a lock.
 */
final class RollingHistogram extends LatencyBuckets {

    private static final int SECONDS = 10;
    private static final int SIGNIFICANT_DIGITS = 2;
    private static final double NANOS_PER_MICRO = 1_000;

    private final Histogram total = new Histogram(SIGNIFICANT_DIGITS);
    private final @Nullable Histogram[] seconds = new Histogram[SECONDS];
    private final long[] secondOf = new long[SECONDS];
    /** The last second with a recording. */
    private long last = -SECONDS;

    private volatile boolean recorded;
    /** What was recorded since the last call of {@link #endSecond}, or null if it was never called. */
    private @Nullable Histogram sinceSecond;

    void record(long nanos) {
        count(nanos);
        if (!recorded) {
            recorded = true;
        }
    }

    /** Assigns everything recorded since the last call to a second. */
    synchronized void roll(long second) {
        if (recorded) {
            recorded = false;
            Histogram present = histogramOf(second);
            last = second;
            drain((nanos, count) -> {
                total.recordValueWithCount(nanos, count);
                present.recordValueWithCount(nanos, count);
                if (sinceSecond != null) {
                    sinceSecond.recordValueWithCount(nanos, count);
                }
            });
        }
    }

    /** Returns the distribution of what was recorded since the last call, which readers do not take part of. */
    synchronized LatencyDistribution endSecond(long second) {
        roll(second);
        LatencyDistribution ended = sinceSecond == null ? LatencyDistribution.NONE : distribution(sinceSecond);
        sinceSecond = new Histogram(SIGNIFICANT_DIGITS);
        return ended;
    }

    private Histogram histogramOf(long second) {
        int index = (int) (second % SECONDS);
        Histogram histogram = seconds[index];
        if (histogram == null) {
            histogram = new Histogram(SIGNIFICANT_DIGITS);
            seconds[index] = histogram;
        } else if (secondOf[index] != second) {
            histogram.reset();
        }
        secondOf[index] = second;
        return histogram;
    }

    synchronized LatencyDistribution window(long second) {
        roll(second);
        return second - last < SECONDS ? distribution(lastSeconds(second)) : LatencyDistribution.NONE;
    }

    /** Returns the distribution of the last ten seconds. */
    synchronized DurationHistogram histogram(long second) {
        roll(second);
        LongStream.Builder nanos = LongStream.builder();
        LongStream.Builder counts = LongStream.builder();
        for (HistogramIterationValue value : lastSeconds(second).recordedValues()) {
            nanos.add(value.getValueIteratedTo());
            counts.add(value.getCountAddedInThisIterationStep());
        }
        return DurationHistogram.of(nanos.build().toArray(), counts.build().toArray());
    }

    private Histogram lastSeconds(long second) {
        Histogram sum = new Histogram(SIGNIFICANT_DIGITS);
        for (int i = 0; i < SECONDS; i++) {
            Histogram histogram = seconds[i];
            if (histogram != null && second - secondOf[i] < SECONDS) {
                sum.add(histogram);
            }
        }
        return sum;
    }

    synchronized LatencyDistribution sinceStart(long second) {
        roll(second);
        return distribution(total);
    }

    private static LatencyDistribution distribution(Histogram histogram) {
        if (histogram.getTotalCount() == 0) {
            return LatencyDistribution.NONE;
        }
        return new LatencyDistribution(
                histogram.getTotalCount(),
                histogram.getMean() / NANOS_PER_MICRO,
                histogram.getValueAtPercentile(50) / NANOS_PER_MICRO,
                histogram.getValueAtPercentile(95) / NANOS_PER_MICRO,
                histogram.getValueAtPercentile(99) / NANOS_PER_MICRO,
                histogram.getMaxValue() / NANOS_PER_MICRO);
    }
}
