package io.concor.engine.measure;

import io.concor.statistics.DurationHistogram;
import io.concor.statistics.FlowStatistics.LatencyDistribution;
import java.util.Arrays;

/**
 * A histogram of durations over the buckets of {@link LatencyBuckets}. It takes 12 bytes for each bucket that has
 * samples, and nothing for the others: the durations of one task are few among the 3,712 buckets. Not thread-safe.
 */
final class SparseHistogram {

    /** Nothing is added to it. */
    static final SparseHistogram EMPTY = new SparseHistogram();

    private static final int FEW = 4;
    private static final double NANOS_PER_MICRO = 1_000;

    /** The buckets with samples, ascending; only the first {@link #size} elements count. */
    private int[] buckets = new int[0];

    private long[] counts = new long[0];
    private int size;

    void add(int bucket, long count) {
        int found = Arrays.binarySearch(buckets, 0, size, bucket);
        if (found >= 0) {
            counts[found] += count;
        } else {
            insert(-found - 1, bucket, count);
        }
    }

    private void insert(int at, int bucket, long count) {
        if (size == buckets.length) {
            grow();
        }
        System.arraycopy(buckets, at, buckets, at + 1, size - at);
        System.arraycopy(counts, at, counts, at + 1, size - at);
        buckets[at] = bucket;
        counts[at] = count;
        size++;
    }

    /** Assigns nothing before there is memory for both. */
    private void grow() {
        int capacity = Math.max(FEW, size + size / 2);
        int[] moreBuckets = Arrays.copyOf(buckets, capacity);
        counts = Arrays.copyOf(counts, capacity);
        buckets = moreBuckets;
    }

    /** Removes the samples of another histogram. Those that this one never got, for lack of memory, are ignored. */
    void subtract(SparseHistogram other) {
        for (int i = 0; i < other.size; i++) {
            int found = Arrays.binarySearch(buckets, 0, size, other.buckets[i]);
            if (found >= 0) {
                counts[found] -= other.counts[i];
            }
        }
        removeEmpty();
    }

    private void removeEmpty() {
        int kept = 0;
        for (int i = 0; i < size; i++) {
            if (counts[i] > 0) {
                buckets[kept] = buckets[i];
                counts[kept] = counts[i];
                kept++;
            }
        }
        size = kept;
    }

    void clear() {
        size = 0;
    }

    boolean isEmpty() {
        return size == 0;
    }

    /** Returns each bucket as its largest value, so that no percentile is below what was measured. */
    DurationHistogram durations() {
        long[] nanos = Arrays.stream(buckets, 0, size)
                .mapToLong(LatencyBuckets::largest)
                .toArray();
        return DurationHistogram.of(nanos, Arrays.copyOf(counts, size));
    }

    LatencyDistribution distribution() {
        if (isEmpty()) {
            return LatencyDistribution.NONE;
        }
        DurationHistogram durations = durations();
        return new LatencyDistribution(
                durations.samples(),
                meanMicros(),
                durations.nanosAt(0.50) / NANOS_PER_MICRO,
                durations.nanosAt(0.95) / NANOS_PER_MICRO,
                durations.nanosAt(0.99) / NANOS_PER_MICRO,
                durations.nanosAt(1) / NANOS_PER_MICRO);
    }

    /** Returns the mean of the durations in microseconds, or NaN if there are none. */
    double meanMicros() {
        double nanos = 0;
        long samples = 0;
        for (int i = 0; i < size; i++) {
            nanos += (double) LatencyBuckets.middle(buckets[i]) * counts[i];
            samples += counts[i];
        }
        return nanos / samples / NANOS_PER_MICRO;
    }
}
