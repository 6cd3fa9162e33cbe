package io.concor.engine.sizing;

import java.util.concurrent.TimeUnit;

/** The batches of a fraction of a second, all of one limit. */
final class SizingWindow {

    private static final long LEAST_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
    private static final long MOST_NANOS = TimeUnit.SECONDS.toNanos(2);
    private static final int ENOUGH_BATCHES = 5;
    private static final int PER_OCTAVE = 8;
    private static final double P95 = 0.95;
    private static final double THREAD_TOLERANCE = 0.1;

    /** The time at which the window begins. */
    private final long start;

    private int batches;
    private long events;
    private long callNanos;
    private long eventsOfFull;
    private int largest;
    private long end;
    /** The number of events by the logarithm of their time. */
    private final long[] times = new long[Long.SIZE * PER_OCTAVE];

    SizingWindow(long start) {
        this.start = start;
        this.end = start;
    }

    /** @param nanos the time from the arrival of its first event to its end */
    void add(HandledBatch batch, long nanos) {
        batches++;
        events += batch.size();
        callNanos += batch.callNanos();
        eventsOfFull += batch.leavesEvents() ? batch.size() : 0;
        largest = Math.max(largest, batch.size());
        end = batch.nanos();
        times[bucket(nanos)] += batch.size();
    }

    private static int bucket(long nanos) {
        return (int) (PER_OCTAVE * Math.log(Math.max(1, nanos)) / Math.log(2));
    }

    boolean isEmpty() {
        return batches == 0;
    }

    /** Whether it has seen enough to decide. */
    boolean isComplete() {
        return events > 0 && (batches >= ENOUGH_BATCHES && end - start >= LEAST_NANOS || end - start >= MOST_NANOS);
    }

    /** Whether most events were in batches that left others behind. */
    boolean isShort() {
        return 2 * eventsOfFull > events;
    }

    /** Returns events for each nanosecond that a thread was in the task. */
    double rate() {
        return (double) events / Math.max(1, callNanos);
    }

    /** Returns events for each nanosecond. */
    double throughput() {
        return (double) events / Math.max(1, end - start);
    }

    /** Returns how many threads there are at least. */
    double threads() {
        return Math.max(1, Math.ceil((double) callNanos / Math.max(1, end - start) - THREAD_TOLERANCE));
    }

    int largest() {
        return largest;
    }

    /** Returns the time that 95 of 100 events did not exceed, to a tenth. */
    double p95Nanos() {
        long passed = 0;
        int bucket = -1;
        while (passed < P95 * events) {
            passed += times[++bucket];
        }
        return Math.pow(2, (bucket + 0.5) / PER_OCTAVE);
    }
}
