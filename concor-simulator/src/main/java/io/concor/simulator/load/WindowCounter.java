package io.concor.simulator.load;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/** Counts events per window of 10 ms. Not thread-safe. */
final class WindowCounter {

    private static final long WINDOW_NANOS = TimeUnit.SECONDS.toNanos(1) / LoadStatistics.WINDOWS_PER_SECOND;

    private int[] counts = new int[1024];
    private int length;

    /** Counts an event that happened {@code nanos} after the start. */
    void count(long nanos) {
        int window = (int) (nanos / WINDOW_NANOS);
        if (window >= counts.length) {
            counts = Arrays.copyOf(counts, 2 * window);
        }
        counts[window]++;
        length = Math.max(length, window + 1);
    }

    /** Returns the counts up to the last window with an event. */
    int[] counts() {
        return Arrays.copyOf(counts, length);
    }
}
