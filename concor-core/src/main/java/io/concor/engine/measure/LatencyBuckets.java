package io.concor.engine.measure;

import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Counts values by size, wait-free, with one atomic addition for each value. Each power of two has 64 buckets, so a
 * value is accurate to one percent. HdrHistogram's own concurrent recorder takes six atomic additions.
 */
final class LatencyBuckets {

    private static final int PER_OCTAVE = 64;
    private static final int FIRST_SHIFT = 6;
    private static final int OCTAVES = Long.SIZE - 1 - FIRST_SHIFT;

    /** The buckets of one power of two; the first octave also holds everything below. */
    private static final class Octave {

        final AtomicIntegerArray counts = new AtomicIntegerArray(2 * PER_OCTAVE);
        final int[] drained = new int[2 * PER_OCTAVE];
    }

    /** Created when first needed. */
    private final AtomicReferenceArray<@Nullable Octave> octaves = new AtomicReferenceArray<>(OCTAVES);

    /** Counts a value; a negative one as 0. */
    void add(long value) {
        long counted = Math.max(0, value);
        int shift = shift(counted);
        Octave octave = octaves.get(shift);
        (octave == null ? create(shift) : octave).counts.getAndIncrement((int) (counted >>> shift));
    }

    private Octave create(int shift) {
        Octave created = new Octave();
        Octave present = octaves.compareAndExchange(shift, null, created);
        return present == null ? created : present;
    }

    private static int shift(long value) {
        return Math.max(0, Long.SIZE - 1 - Long.numberOfLeadingZeros(value) - FIRST_SHIFT);
    }

    /** Passes on the values counted since the last call. Call it from one thread at a time. */
    void drain(Target target) {
        for (int shift = 0; shift < OCTAVES; shift++) {
            Octave octave = octaves.get(shift);
            if (octave != null) {
                drain(octave, shift, target);
            }
        }
    }

    private static void drain(Octave octave, int shift, Target target) {
        for (int bucket = 0; bucket < octave.drained.length; bucket++) {
            int now = octave.counts.get(bucket);
            int added = now - octave.drained[bucket]; // also correct after an overflow
            if (added != 0) {
                octave.drained[bucket] = now;
                long middle = ((long) bucket << shift) + ((1L << shift) >> 1);
                target.add(middle, Integer.toUnsignedLong(added));
            }
        }
    }

    interface Target {
        void add(long value, long count);
    }
}
