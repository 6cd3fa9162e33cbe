package io.concor.statistics;

import java.util.Arrays;
import java.util.stream.IntStream;

/** A distribution of measured durations, to one percent. Immutable. */
public final class DurationHistogram {

    /** The distribution without samples. */
    public static final DurationHistogram NONE = new DurationHistogram(new long[0], new long[0]);

    private final long[] nanos;
    /** For each value, how many samples are not longer. */
    private final long[] cumulated;

    private DurationHistogram(long[] nanos, long[] cumulated) {
        this.nanos = nanos;
        this.cumulated = cumulated;
    }

    /**
     * Returns a distribution.
     *
     * @param nanos the values in nanoseconds, ascending
     * @param counts the number of samples of each value, at least 1
     * @throws IllegalArgumentException if the lengths differ
     */
    public static DurationHistogram of(long[] nanos, long[] counts) {
        if (nanos.length != counts.length) {
            throw new IllegalArgumentException(nanos.length + " values, but " + counts.length + " counts");
        }
        long[] cumulated = counts.clone();
        for (int i = 1; i < cumulated.length; i++) {
            // Arrays.parallelPrefix would occupy other threads for some tens of values
            cumulated[i] += cumulated[i - 1];
        }
        return new DurationHistogram(nanos.clone(), cumulated);
    }

    /**
     * Returns the distribution of a share of each duration.
     *
     * @param factor above 0
     */
    public DurationHistogram times(double factor) {
        long[] scaled =
                Arrays.stream(nanos).map(value -> Math.round(value * factor)).toArray();
        return new DurationHistogram(scaled, cumulated);
    }

    /** Returns the number of samples. */
    public long samples() {
        return nanos.length == 0 ? 0 : cumulated[nanos.length - 1];
    }

    /**
     * Returns the smallest value that is not exceeded by a share of the samples, in nanoseconds; 0 without samples.
     *
     * @param quantile the share, 0 to 1
     */
    public long nanosAt(double quantile) {
        if (nanos.length == 0) {
            return 0;
        }
        long rank = Math.max(1, (long) Math.ceil(quantile * samples()));
        int found = Arrays.binarySearch(cumulated, rank);
        return nanos[Math.min(found < 0 ? -found - 1 : found, nanos.length - 1)];
    }

    /** Returns the mean in nanoseconds; 0 without samples. */
    public double meanNanos() {
        double sum = IntStream.range(0, nanos.length)
                .mapToDouble(i -> (double) nanos[i] * count(i))
                .sum();
        return samples() == 0 ? 0 : sum / samples();
    }

    private long count(int i) {
        return cumulated[i] - (i == 0 ? 0 : cumulated[i - 1]);
    }
}
