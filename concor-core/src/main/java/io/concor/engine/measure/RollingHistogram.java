package io.concor.engine.measure;

import io.concor.statistics.LatencyDistribution;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * The measurements of one time, of the last ten seconds and since the start. Recording is wait-free; reading and the
 * passing of seconds are not for the path of an event.
 */
public final class RollingHistogram {

    private static final int SECONDS = 10;
    private static final int SIGNIFICANT_DIGITS = 2;
    private static final double NANOS_PER_MICRO = 1_000;

    /** Made at the first measurement: most times of a large flow are never measured. */
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

    /** Files what was recorded since the last call under the given second. */
    synchronized void file(long second) {
        LatencyBuckets present = buckets;
        if (!recorded || present == null) {
            return;
        }
        recorded = false;
        interval.reset();
        present.moveTo(interval);
        total.add(interval);
        slot(second).add(interval);
    }

    private Histogram slot(long second) {
        int index = (int) (second % SECONDS);
        Histogram slot = seconds[index];
        if (slot == null) {
            slot = new Histogram(SIGNIFICANT_DIGITS);
            seconds[index] = slot;
        } else if (secondOf[index] != second) {
            slot.reset();
        }
        secondOf[index] = second;
        return slot;
    }

    public synchronized LatencyDistribution window(long second) {
        file(second);
        Histogram sum = new Histogram(SIGNIFICANT_DIGITS);
        for (int i = 0; i < SECONDS; i++) {
            Histogram slot = seconds[i];
            if (slot != null && second - secondOf[i] < SECONDS) {
                sum.add(slot);
            }
        }
        return distribution(sum);
    }

    public synchronized LatencyDistribution sinceStart(long second) {
        file(second);
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
