package io.concor.engine.measure;

import io.concor.layout.Refusals;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * The counters of a flow at one time.
 *
 * @param errors for each component, how many errors occurred there
 * @param retries for each component, how often it was tried again
 * @param taken for each slot, how many events its pools have taken since the flow was built
 * @param busyNanos for each slot, the time that its threads spent with an event
 * @param blockedNanos for each slot, the time that they waited for room with an event
 * @param threadNanos for each slot, its {@link ThreadCapacity}
 * @param lanes for each slot whose events wait by their keys, how many were taken from each lane of its present queues
 */
record CounterSnapshot(
        long nanos,
        long completed,
        long failed,
        Refusals refusals,
        long[] errors,
        long[] retries,
        long[] taken,
        long[] busyNanos,
        long[] blockedNanos,
        long[] threadNanos,
        Map<Integer, long[]> lanes) {

    private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

    static CounterSnapshot none(long nanos, int components) {
        return new CounterSnapshot(
                nanos,
                0,
                0,
                Refusals.NONE,
                new long[components],
                new long[components],
                new long[components],
                new long[components],
                new long[components],
                new long[components],
                Map.of());
    }

    CounterSnapshot since(CounterSnapshot earlier) {
        return new CounterSnapshot(
                nanos - earlier.nanos,
                completed - earlier.completed,
                failed - earlier.failed,
                refusals.since(earlier.refusals),
                minus(errors, earlier.errors),
                minus(retries, earlier.retries),
                minus(taken, earlier.taken),
                minus(busyNanos, earlier.busyNanos),
                minus(blockedNanos, earlier.blockedNanos),
                minus(threadNanos, earlier.threadNanos),
                minus(lanes, earlier.lanes));
    }

    private static Map<Integer, long[]> minus(Map<Integer, long[]> now, Map<Integer, long[]> earlier) {
        Map<Integer, long[]> difference = new HashMap<>();
        now.forEach((slot, lanes) -> {
            long[] before = earlier.get(slot);
            difference.put(slot, before != null && hasGrown(lanes, before) ? minus(lanes, before) : lanes);
        });
        return difference;
    }

    /** Whether no count is lower than before, as it is once the queue was exchanged. */
    private static boolean hasGrown(long[] now, long[] before) {
        return IntStream.range(0, now.length).allMatch(lane -> now[lane] >= before[lane]);
    }

    private static long[] minus(long[] now, long[] earlier) {
        long[] difference = new long[now.length];
        Arrays.setAll(difference, i -> now[i] - earlier[i]);
        return difference;
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

    /** Returns the share of the hottest lane in the events of a slot, 0 to 1, or null if they do not wait by their keys. */
    @Nullable
    Double hottestLane(int slot) {
        long[] ofSlot = lanes.get(slot);
        if (ofSlot == null) {
            return null;
        }
        long all = LongStream.of(ofSlot).sum();
        return all == 0 ? 0 : (double) LongStream.of(ofSlot).max().orElse(0) / all;
    }

    /** For a moment, a slot may have more threads than its settings say. */
    private double share(int slot, long[] spent) {
        long all = Math.max(threadNanos[slot], busyNanos[slot] + blockedNanos[slot]);
        return all <= 0 ? 0 : Math.max(0.0, spent[slot]) / all;
    }
}
