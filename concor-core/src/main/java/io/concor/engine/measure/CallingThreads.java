package io.concor.engine.measure;

import io.concor.statistics.FlowReading.ComponentReading;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * The threads that called the continuations of a transition task, of the last ten to twenty seconds: those of the present
 * period and the number in the one before. Thread-safe; adding takes a lock and memory once in a period.
 */
final class CallingThreads {

    private static final int PERIOD_SECONDS = 10;
    private static final long NONE = 0;
    private static final VarHandle ID = MethodHandles.arrayElementVarHandle(long[].class);

    /** Their identifiers, without gaps; null before the first. */
    private volatile long @Nullable [] ids;

    private volatile int before;
    /** For the thread that rolls. */
    private long begin;

    /** Adds a thread, unless there are as many as can be counted. */
    void add(long thread) {
        long[] present = ids();
        for (int i = 0; i < present.length; i++) {
            long known = (long) ID.getOpaque(present, i);
            if (known == NONE) {
                known = (long) ID.compareAndExchange(present, i, NONE, thread);
            }
            if (known == thread || known == NONE) {
                return;
            }
        }
    }

    private long[] ids() {
        long[] present = ids;
        return present == null ? create() : present;
    }

    private synchronized long[] create() {
        long[] present = ids;
        if (present == null) {
            present = new long[ComponentReading.MAX_CALLING_THREADS];
            ids = present;
        }
        return present;
    }

    /** Begins another period if ten seconds have passed. Call it once a second, with its number. */
    void roll(long second) {
        if (second - begin >= PERIOD_SECONDS) {
            before = present();
            ids = null;
            begin = second;
        }
    }

    private int present() {
        long[] present = ids;
        return present == null
                ? 0
                : (int) LongStream.of(present).takeWhile(id -> id != NONE).count();
    }

    /** Returns how many there were, in the period in which there were more. */
    int number() {
        return Math.max(before, present());
    }
}
