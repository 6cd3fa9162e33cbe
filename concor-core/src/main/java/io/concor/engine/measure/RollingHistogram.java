package io.concor.engine.measure;

import io.concor.statistics.FlowStatistics.LatencyDistribution;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * A histogram of durations, for the last ten seconds and since the start. Recording is wait-free; rolling and reading
 * take a lock.
 */
final class RollingHistogram {

    private static final int SECONDS = 10;
    private static final int SIGNIFICANT_DIGITS = 2;
    private static final double NANOS_PER_MICRO = 1_000;

    /** Created at the first measurement: most histograms of a large flow stay empty. */
    private volatile @Nullable LatencyBuckets buckets;

    private final Histogram total = new Histogram(SIGNIFICANT_DIGITS);
    private final @Nullable Histogram[] seconds = new Histogram[SECONDS];
    private final long[] secondOf = new long[SECONDS];
    private final Histogram interval = new Histogram(SIGNIFICANT_DIGITS);
    private volatile boolean recorded;

    void record(long nanos) {
        LatencyBuckets present = buckets;
        (present == null ? create() : present).add(nanos);
        if (!recorded) {
            recorded = true;
        }
    }

    private synchronized LatencyBuckets create() {
        LatencyBuckets present = buckets;
        if (present == null) {
            present = new LatencyBuckets();
            buckets = present;
        }
        return present;
    }

    /** Assigns everything recorded since the last call to a second. */
    synchronized void roll(long second) {
        LatencyBuckets present = buckets;
        if (!recorded || present == null) {
            return;
        }
        recorded = false;
        interval.reset();
        present.moveTo(interval);
        total.add(interval);
        bucketOf(second).add(interval);
    }

    private Histogram bucketOf(long second) {
        int index = (int) (second % SECONDS);
        Histogram bucket = seconds[index];
        if (bucket == null) {
            bucket = new Histogram(SIGNIFICANT_DIGITS);
            seconds[index] = bucket;
        } else if (secondOf[index] != second) {
            bucket.reset();
        }
        secondOf[index] = second;
        return bucket;
    }

    synchronized LatencyDistribution window(long second) {
        roll(second);
        Histogram sum = new Histogram(SIGNIFICANT_DIGITS);
        for (int i = 0; i < SECONDS; i++) {
            Histogram bucket = seconds[i];
            if (bucket != null && second - secondOf[i] < SECONDS) {
                sum.add(bucket);
            }
        }
        return distribution(sum);
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
