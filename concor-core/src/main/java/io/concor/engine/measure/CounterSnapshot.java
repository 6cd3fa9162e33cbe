package io.concor.engine.measure;

/**
 * The counters of a flow at one moment.
 *
 * @param nanos the moment
 * @param taken for each slot, how many events its pools took ever
 * @param busyNanos for each slot, the busy time of the sampled events
 * @param busyEvents for each slot, how many events that were
 * @param threadNanos for each slot, how much time its threads had, all together
 */
public record CounterSnapshot(
        long nanos,
        long completed,
        long failed,
        long refused,
        long[] taken,
        long[] busyNanos,
        long[] busyEvents,
        long[] threadNanos) {

    public static CounterSnapshot none(long nanos, int components) {
        return new CounterSnapshot(
                nanos, 0, 0, 0, new long[components], new long[components], new long[components], new long[components]);
    }

    /** What happened since an earlier moment. */
    public CounterSnapshot since(CounterSnapshot earlier) {
        return new CounterSnapshot(
                nanos - earlier.nanos,
                completed - earlier.completed,
                failed - earlier.failed,
                refused - earlier.refused,
                minus(taken, earlier.taken),
                minus(busyNanos, earlier.busyNanos),
                minus(busyEvents, earlier.busyEvents),
                minus(threadNanos, earlier.threadNanos));
    }

    private static long[] minus(long[] now, long[] earlier) {
        long[] difference = new long[now.length];
        for (int i = 0; i < now.length; i++) {
            difference[i] = now[i] - earlier[i];
        }
        return difference;
    }

    /** The share of their time that the threads of a slot were busy, estimated from the sampled events; at most 1. */
    public double utilisation(int slot) {
        double busy = Math.max(0, taken[slot]) * meanBusyNanos(slot);
        return threadNanos[slot] <= 0 ? 0 : Math.min(1, busy / threadNanos[slot]);
    }

    double meanBusyNanos(int slot) {
        return busyEvents[slot] == 0 ? 0 : (double) busyNanos[slot] / busyEvents[slot];
    }
}
