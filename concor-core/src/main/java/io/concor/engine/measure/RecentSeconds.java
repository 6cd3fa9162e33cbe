package io.concor.engine.measure;

import io.concor.statistics.FlowStatistics.LatencyDistribution;
import org.jspecify.annotations.Nullable;

/** What was recorded in each of the last ten seconds, in all of them, and since the start. Not thread-safe. */
final class RecentSeconds {

    private static final int SECONDS = 10;

    private final SparseHistogram total = new SparseHistogram();
    /** The sum of {@link #seconds}. */
    private final SparseHistogram window = new SparseHistogram();

    private final @Nullable SparseHistogram[] seconds = new SparseHistogram[SECONDS];
    private final long[] secondOf = new long[SECONDS];
    /** The last second with a recording. */
    private long last = -SECONDS;
    /** What was recorded since the last call of {@link #end}, or null if it was never called. */
    private @Nullable SparseHistogram sinceEnd;

    /** Returns what adds to a second. */
    LatencyBuckets.Target at(long second) {
        forgetBefore(second);
        last = Math.max(last, second); // a thread may come late with its second
        SparseHistogram present = histogramOf(last);
        return (bucket, count) -> {
            present.add(bucket, count); // first: without memory for it, the window would never forget it
            window.add(bucket, count);
            total.add(bucket, count);
            if (sinceEnd != null) {
                sinceEnd.add(bucket, count);
            }
        };
    }

    /** Forgets what is not of the ten seconds up to the given one. */
    void forgetBefore(long second) {
        for (int i = 0; i < SECONDS; i++) {
            SparseHistogram old = seconds[i];
            if (old != null && secondOf[i] <= second - SECONDS && !old.isEmpty()) {
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

    /** Returns the distribution of what was recorded since the last call. */
    LatencyDistribution end() {
        LatencyDistribution ended = sinceEnd == null ? LatencyDistribution.NONE : sinceEnd.distribution();
        sinceEnd = new SparseHistogram();
        return ended;
    }

    SparseHistogram window() {
        return window;
    }

    SparseHistogram total() {
        return total;
    }
}
