package io.concor.simulator.load;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/** Counts per 10 ms. Not safe for several threads. */
final class WindowCounter {

    private static final long NANOS = TimeUnit.SECONDS.toNanos(1) / LoadStatistics.WINDOWS_PER_SECOND;

    private int[] counts = new int[1024];
    private int length;

    void count(long nanos) {
        int window = (int) (nanos / NANOS);
        if (window >= counts.length) {
            counts = Arrays.copyOf(counts, 2 * window);
        }
        counts[window]++;
        length = Math.max(length, window + 1);
    }

    int[] counts() {
        return Arrays.copyOf(counts, length);
    }
}
