package io.concor.engine.measure;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * Counts values by size, wait-free, with one atomic addition for each value. Each power of two has 64 buckets, so a
 * value is accurate to one percent. HdrHistogram's own concurrent recorder takes six atomic additions.
 *
 * <p>A flow may have several of these for each component, and uses each for a few events in a hundred. So the memory to
 * read on the way to a counter is seldom in the processor's cache, and this way is as short as possible: plain arrays,
 * and a class to extend instead of a field.
 */
abstract class LatencyBuckets {

    private static final int PER_OCTAVE = 64;
    private static final int OCTAVE_BITS = 6;
    private static final int OCTAVES = Long.SIZE - OCTAVE_BITS;
    private static final VarHandle OCTAVE = MethodHandles.arrayElementVarHandle(int[][].class);
    private static final VarHandle COUNT = MethodHandles.arrayElementVarHandle(int[].class);

    /** The counters of each power of two, created when first needed; the first octave has everything below 64. */
    private final int[] @Nullable [] octaves = new int[OCTAVES][];

    /** Counts a value; a negative one as 0. */
    final void count(long value) {
        long counted = Math.max(0, value);
        int octave = Math.max(0, Long.SIZE - Long.numberOfLeadingZeros(counted) - OCTAVE_BITS);
        int[] counters = (int[]) OCTAVE.getAcquire(octaves, octave);
        int bucket = (int) (counted >>> shift(octave)) & (PER_OCTAVE - 1);
        COUNT.getAndAdd(counters == null ? create(octave) : counters, bucket, 1);
    }

    private int[] create(int octave) {
        int[] created = new int[PER_OCTAVE];
        int[] present = (int[]) OCTAVE.compareAndExchange(octaves, octave, (int[]) null, created);
        return present == null ? created : present;
    }

    /** The first two octaves have a bucket for each value. */
    private static int shift(int octave) {
        return Math.max(0, octave - 1);
    }

    private static long least(int bucket) {
        int octave = bucket / PER_OCTAVE;
        long first = octave == 0 ? bucket : PER_OCTAVE + bucket % PER_OCTAVE;
        return first << shift(octave);
    }

    private static long width(int bucket) {
        return 1L << shift(bucket / PER_OCTAVE);
    }

    static long middle(int bucket) {
        return least(bucket) + width(bucket) / 2;
    }

    static long largest(int bucket) {
        return least(bucket) + width(bucket) - 1;
    }

    /**
     * Passes on the values counted since the last call, in ascending order of their buckets. Call it from one thread at
     * a time.
     */
    final void drain(Target target) {
        for (int octave = 0; octave < OCTAVES; octave++) {
            int[] counters = (int[]) OCTAVE.getAcquire(octaves, octave);
            if (counters != null) {
                drain(counters, octave * PER_OCTAVE, target);
            }
        }
    }

    private static void drain(int[] counters, int first, Target target) {
        for (int i = 0; i < PER_OCTAVE; i++) {
            if ((int) COUNT.getOpaque(counters, i) != 0) {
                int counted = (int) COUNT.getAndSet(counters, i, 0);
                target.add(first + i, Integer.toUnsignedLong(counted));
            }
        }
    }

    interface Target {
        void add(int bucket, long count);
    }
}
