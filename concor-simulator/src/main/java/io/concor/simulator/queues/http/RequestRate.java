package io.concor.simulator.queues.http;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** The times at which the clients may send. Thread-safe. */
public final class RequestRate {

    private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** Sends that were late are made up for within this time. */
    private static final long MAX_BEHIND_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** Requests of this time are sent together: a thread that wakes up for each of them costs much more. */
    private static final long GRAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    private final long intervalNanos;
    private final AtomicLong nextNanos;

    private final long originNanos;

    /**
     * Creates a rate.
     *
     * @param perSecond requests per second; 0 for no limit
     * @param originNanos time of the first request
     */
    public RequestRate(int perSecond, long originNanos) {
        this.intervalNanos = perSecond == 0 ? 0 : SECOND_NANOS / perSecond;
        this.originNanos = originNanos;
        this.nextNanos = new AtomicLong(originNanos);
    }

    /** Reserves the next time and returns the nanoseconds until then; 0 if it has passed. */
    long delayNanos(long nowNanos) {
        if (intervalNanos == 0) {
            return 0;
        }
        long reserved = nextNanos.getAndUpdate(next -> reserved(next, nowNanos) + intervalNanos);
        long sinceOrigin = reserved(reserved, nowNanos) - originNanos;
        long grains = Math.floorDiv(sinceOrigin + GRAIN_NANOS - 1, GRAIN_NANOS);
        return Math.max(0, originNanos + grains * GRAIN_NANOS - nowNanos);
    }

    private static long reserved(long next, long nowNanos) {
        long earliest = nowNanos - MAX_BEHIND_NANOS;
        return next - earliest < 0 ? earliest : next;
    }
}
