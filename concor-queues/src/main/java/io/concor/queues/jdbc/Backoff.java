package io.concor.queues.jdbc;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** How long a thread waits after failures of the database: longer each time, up to a second. For one thread. */
public final class Backoff {

    private static final long LEAST_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long MOST_NANOS = TimeUnit.SECONDS.toNanos(1);

    private long nanos = LEAST_NANOS;

    /** Waits until the time is over or the thread is unparked, and waits longer the next time. */
    public void pause() {
        LockSupport.parkNanos(this, jittered(nanos));
        nanos = Math.min(MOST_NANOS, 2 * nanos);
    }

    /** The database works. */
    public void reset() {
        nanos = LEAST_NANOS;
    }

    /** Returns between one half and one and a half of a time, so that processes do not come at once. */
    public static long jittered(long nanos) {
        return nanos / 2 + ThreadLocalRandom.current().nextLong(nanos);
    }
}
