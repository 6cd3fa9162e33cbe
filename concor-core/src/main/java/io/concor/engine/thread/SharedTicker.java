package io.concor.engine.thread;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread that drives the clocks of all flows. It ends when there is no flow. While it runs it allocates no memory: it
 * must survive a shortage of memory to restart the threads that did not.
 */
public final class SharedTicker {

    private static final Logger logger = LoggerFactory.getLogger(SharedTicker.class);
    private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(5);

    private static final SharedTicker SHARED = new SharedTicker();

    /** Immutable. Replaced under the lock. */
    private volatile Beat[] beats = {};
    /** Guarded by this. */
    private @Nullable Thread clock;

    /** Returns a daemon thread that inherits nothing from the thread that creates it. */
    public static Thread daemon(Runnable body, String name) {
        Thread thread = new Thread(null, body, name, 0, false);
        thread.setDaemon(true);
        thread.setPriority(Thread.NORM_PRIORITY);
        thread.setContextClassLoader(SharedTicker.class.getClassLoader());
        return thread;
    }

    /**
     * Runs a task repeatedly until the returned handle is run.
     *
     * @param nanos the longest period. It is rounded down to a power of two, and ticks are at multiples of it, so that
     *     flows with similar timeouts share a wake-up
     */
    public static Runnable every(long nanos, Runnable tick) {
        return SHARED.add(nanos, tick);
    }

    synchronized Runnable add(long nanos, Runnable tick) {
        Beat beat = new Beat(Long.highestOneBit(nanos), tick);
        beats = Stream.concat(Stream.of(beats), Stream.of(beat)).toArray(Beat[]::new);
        try {
            wake();
        } catch (Throwable noThread) {
            remove(beat);
            throw noThread;
        }
        return () -> remove(beat);
    }

    private void wake() {
        if (clock == null) {
            Thread next = daemon(this::run, "concor-clock");
            next.start();
            clock = next;
        }
        LockSupport.unpark(clock);
    }

    private synchronized void remove(Beat beat) {
        beats = Stream.of(beats).filter(other -> other != beat).toArray(Beat[]::new);
    }

    private void run() {
        long used = System.nanoTime();
        while (beats.length > 0 || System.nanoTime() - used < IDLE_NANOS || !end()) {
            if (beats.length > 0) {
                used = System.nanoTime();
            }
            LockSupport.parkNanos(this, tick());
            Thread.interrupted();
        }
    }

    private synchronized boolean end() {
        if (beats.length == 0) {
            clock = null;
        }
        return clock == null;
    }

    /** Runs the beats that are due. Returns the time until the next one. */
    private long tick() {
        long wait = IDLE_NANOS;
        for (Beat beat : beats) {
            wait = Math.min(wait, beat.tick());
        }
        return wait;
    }

    /** A repeated task. Confined to the ticker's thread after construction. */
    private static final class Beat {

        private final long nanos;
        private final Runnable tick;
        private long next;

        Beat(long nanos, Runnable tick) {
            this.nanos = nanos;
            this.tick = tick;
            this.next = nextFrom(System.nanoTime());
        }

        /** Returns the next multiple of the period, a power of two. */
        private long nextFrom(long now) {
            return (now | (nanos - 1)) + 1;
        }

        /** Runs the task if it is due. Returns the time until it is due again. */
        long tick() {
            if (System.nanoTime() - next >= 0) {
                guarded(tick);
                next = nextFrom(System.nanoTime());
            }
            return next - System.nanoTime();
        }
    }

    /** Nothing must end the ticks: logging fails too if memory is short. */
    private static void guarded(Runnable tick) {
        try {
            tick.run();
        } catch (Throwable unexpected) {
            try {
                logger.error("A tick failed; the next one follows", unexpected);
            } catch (Throwable ignored) {
                // The next tick comes in any case.
            }
        }
    }
}
