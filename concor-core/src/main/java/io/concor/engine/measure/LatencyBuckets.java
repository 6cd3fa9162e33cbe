package io.concor.engine.measure;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * Counts values by size, wait-free, with one atomic addition for each value. Each power of two has 64 buckets, so a
 * value is accurate to one percent. HdrHistogram's own concurrent recorder takes six atomic additions.
 *
 * <p>A flow has several of these for each component, and uses each for a few events in a hundred. So the memory to read
 * on the way to a counter is seldom in the processor's cache, and this way is as short as possible: plain arrays, and a
 * class to extend instead of a field.
 */
abstract class LatencyBuckets {

    private static final int PER_OCTAVE = 64;
    private static final int FIRST_SHIFT = 6;
    private static final int OCTAVES = Long.SIZE - 1 - FIRST_SHIFT;
    private static final VarHandle OCTAVE = MethodHandles.arrayElementVarHandle(int[][].class);
    private static final VarHandle COUNT = MethodHandles.arrayElementVarHandle(int[].class);

    /** The counters of each power of two, created when first needed; the first octave also holds everything below. */
    private final int[] @Nullable [] octaves = new int[OCTAVES][];
    /** The counters at the last call of {@link #drain}. */
    private final int[] @Nullable [] drained = new int[OCTAVES][];

    /** Counts a value; a negative one as 0. */
    final void count(long value) {
        long counted = Math.max(0, value);
        int shift = shift(counted);
        int[] counters = (int[]) OCTAVE.getAcquire(octaves, shift);
        COUNT.getAndAdd(counters == null ? create(shift) : counters, (int) (counted >>> shift), 1);
    }

    private int[] create(int shift) {
        int[] created = new int[2 * PER_OCTAVE];
        int[] present = (int[]) OCTAVE.compareAndExchange(octaves, shift, (int[]) null, created);
        return present == null ? created : present;
    }

    private static int shift(long value) {
        return Math.max(0, Long.SIZE - 1 - Long.numberOfLeadingZeros(value) - FIRST_SHIFT);
    }

    /** Passes on the values counted since the last call. Call it from one thread at a time. */
    final void drain(Target target) {
        for (int shift = 0; shift < OCTAVES; shift++) {
            int[] counters = (int[]) OCTAVE.getAcquire(octaves, shift);
            if (counters != null) {
                drain(counters, shift, target);
            }
        }
    }

    private void drain(int[] counters, int shift, Target target) {
        int[] before = drained[shift];
        if (before == null) {
            before = new int[counters.length];
            drained[shift] = before;
        }
        for (int bucket = 0; bucket < before.length; bucket++) {
            int now = (int) COUNT.getOpaque(counters, bucket);
            int added = now - before[bucket]; // also correct after an overflow
            if (added != 0) {
                before[bucket] = now;
                long middle = ((long) bucket << shift) + ((1L << shift) >> 1);
                target.add(middle, Integer.toUnsignedLong(added));
            }
        }
    }

    interface Target {
        void add(long value, long count);
    }
}
