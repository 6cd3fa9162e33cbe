package io.concor.benchmarks.load;

import io.concor.benchmarks.workload.Event;
import io.concor.benchmarks.workload.Sink;
import java.util.Arrays;

/** Counts the events that leave the flow in each window of 10 ms, and records the longest gap between two events. */
final class ThroughputSink extends Sink {

    /** The name of the measured flow. */
    static final String FLOW = "exchange";

    static final long WINDOW_NANOS = 10_000_000;

    private final int[] counts;
    private final long[] gaps;
    private long sum;
    private long start;
    private long last;

    ThroughputSink(int windows) {
        counts = new int[windows];
        gaps = new long[windows];
    }

    /** Clears all figures and begins at this time. No event may be in flight. */
    void start(long nanos) {
        Arrays.fill(counts, 0);
        Arrays.fill(gaps, 0);
        sum = 0;
        start = nanos;
        last = nanos;
    }

    @Override
    public Event accept(Event event) {
        long now = System.nanoTime();
        int window = window(now);
        counts[window]++;
        gaps[window] = Math.max(gaps[window], now - last);
        last = now;
        sum += event.due;
        return super.accept(event);
    }

    int window(long nanos) {
        return (int) Math.max(0, Math.min(counts.length - 1, (nanos - start) / WINDOW_NANOS));
    }

    /** Returns the sum of the due times of all events: a checksum that detects a lost or repeated event. */
    long sum() {
        return sum;
    }

    /** Returns the events of each window in a range. */
    int[] counts(int from, int to) {
        return Arrays.copyOfRange(counts, from, to);
    }

    int fewest(int from, int to) {
        return Arrays.stream(counts, from, to).min().orElse(0);
    }

    double average(int from, int to) {
        return Arrays.stream(counts, from, to).average().orElse(0);
    }

    double longestGapMillis(int from, int to) {
        return Arrays.stream(gaps, from, to).max().orElse(0) / 1e6;
    }
}
