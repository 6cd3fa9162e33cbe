package io.concor.engine.measure;

import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * The counters of a flow at one time.
 *
 * @param errors for each component, how many errors occurred there
 * @param taken for each slot, how many events its pools have taken since the flow was built
 * @param busyNanos for each slot, the time that its threads spent with an event
 * @param blockedNanos for each slot, the time that they waited for room with an event
 * @param threadNanos for each slot, its {@link ThreadCapacity}
 */
record CounterSnapshot(
        long nanos,
        long completed,
        long failed,
        long refused,
        long[] errors,
        long[] taken,
        long[] busyNanos,
        long[] blockedNanos,
        long[] threadNanos) {

    private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

    static CounterSnapshot none(long nanos, int components) {
        return new CounterSnapshot(
                nanos,
                0,
                0,
                0,
                new long[components],
                new long[components],
                new long[components],
                new long[components],
                new long[components]);
    }

    /** Returns the difference from an earlier snapshot. */
    CounterSnapshot since(CounterSnapshot earlier) {
        return new CounterSnapshot(
                nanos - earlier.nanos,
                completed - earlier.completed,
                failed - earlier.failed,
                refused - earlier.refused,
                minus(errors, earlier.errors),
                minus(taken, earlier.taken),
                minus(busyNanos, earlier.busyNanos),
                minus(blockedNanos, earlier.blockedNanos),
                minus(threadNanos, earlier.threadNanos));
    }

    private static long[] minus(long[] now, long[] earlier) {
        return IntStream.range(0, now.length)
                .mapToLong(i -> now[i] - earlier[i])
                .toArray();
    }

    double seconds() {
        return nanos / NANOS_PER_SECOND;
    }

    double perSecond(long events) {
        return nanos <= 0 ? 0 : events / seconds();
    }

    /** Returns the share of their time that the threads of a slot were busy, 0 to 1. */
    double busy(int slot) {
        return share(slot, busyNanos);
    }

    /** Returns the share of their time that the threads of a slot were blocked, 0 to 1. */
    double blocked(int slot) {
        return share(slot, blockedNanos);
    }

    /** For a moment, a slot may have more threads than its settings say. */
    private double share(int slot, long[] spent) {
        long all = Math.max(threadNanos[slot], busyNanos[slot] + blockedNanos[slot]);
        return all <= 0 ? 0 : Math.max(0.0, spent[slot]) / all;
    }
}
