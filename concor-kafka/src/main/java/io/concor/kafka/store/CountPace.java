package io.concor.kafka.store;

import io.concor.kafka.event.KnownDepth;
import java.util.concurrent.TimeUnit;

/**
 * When a queue is counted again. What this process itself puts and takes is known without that; so it depends on what others may do
 * before the next count, and on who needs to know: whoever waits for the queue to be empty, and whoever puts. For one thread.
 */
final class CountPace {

    /** While this process changes the queue. */
    private static final long BUSY_NANOS = TimeUnit.SECONDS.toNanos(1);
    /** At most. */
    static final long REST_NANOS = TimeUnit.SECONDS.toNanos(5);

    private long countedNanos;
    private long events = -1;
    private long end;
    /** How many came in a nanosecond; less than 0 if that is not known, or is that of a time long ago. */
    private double rate = -1;

    private boolean stood;

    /** Returns whether it is time. */
    boolean isDue(KnownDepth depth, long now) {
        return events < 0 || now - countedNanos >= pause(depth);
    }

    private long pause(KnownDepth depth) {
        if (depth.isEmptinessAwaited()) {
            return 0;
        }
        boolean putsWait = depth.waitForRoom() > 0;
        long most = putsWait || depth.isStale() ? BUSY_NANOS : REST_NANOS;
        return putsWait || depth.isRoomAsked() ? Math.min(most, pauseOfPuts(depth)) : most;
    }

    /** No longer than the queue needs to become full by what comes to it, if nothing is taken meanwhile. */
    private long pauseOfPuts(KnownDepth depth) {
        long room = depth.knownRoom();
        if (room <= 0) {
            return stood ? BUSY_NANOS : 0;
        }
        if (rate < 0) {
            return depth.isStale() ? 0 : REST_NANOS;
        }
        return (long) Math.min(REST_NANOS, room / rate); // without a rate: infinite
    }

    /**
     * The queue was counted.
     *
     * @param waiting how many events waited
     * @param total where its partitions end, together: how many there have ever been
     * @param now when that began
     */
    void counted(long waiting, long total, long now) {
        long since = now - countedNanos;
        boolean isFirst = events < 0;
        stood = !isFirst && waiting == events && total == end;
        rate = isFirst || since > 2 * BUSY_NANOS ? -1 : (double) Math.max(0, total - end) / Math.max(1, since);
        events = waiting;
        end = total;
        countedNanos = now;
    }
}
