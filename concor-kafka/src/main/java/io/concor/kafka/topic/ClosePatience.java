package io.concor.kafka.topic;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * How long a part of a store that is closed goes on with what it has: some seconds, and not beyond the time that all parts have together.
 * One thread closes; any thread may ask.
 */
public final class ClosePatience {

    /** So long what is there is written, and so long the client may take to end after that. */
    public static final Duration MOST = Duration.ofSeconds(5);

    private volatile long workUntil;
    private volatile long closeUntil;

    /**
     * The part is closed.
     *
     * @param until until when its parts may take, by {@link System#nanoTime}
     */
    public void begin(long until) {
        workUntil = Math.min(until, System.nanoTime() + MOST.toNanos());
        closeUntil = until;
    }

    /** Returns whether what is left is given up. */
    public boolean isOver() {
        return System.nanoTime() - workUntil > 0;
    }

    /** Returns how long the client may take to end. */
    public Duration ofClient() {
        return Duration.ofNanos(Math.max(0, Math.min(MOST.toNanos(), closeUntil - System.nanoTime())));
    }

    /** Waits until a thread has ended, or until a time by {@link System#nanoTime}. */
    public static void join(Thread thread, long until) {
        try {
            thread.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(until - System.nanoTime()))); // 0 would be for ever
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
