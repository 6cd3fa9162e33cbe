package io.concor.queues.read;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;

/**
 * The greatest id that was seen, over the last seconds: a transaction that commits late has an id lower than what has been seen
 * meanwhile, but seldom one that is older than some seconds. For the reader's thread.
 */
final class IdHistory {

    private static final long BETWEEN_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final int MOST_SAMPLES = 110;

    private final Deque<Sample> samples = new ArrayDeque<>();
    private long greatest;

    private record Sample(long atNanos, long id) {}

    void saw(long id, long nowNanos) {
        greatest = Math.max(greatest, id);
        if (samples.isEmpty() || nowNanos - samples.getLast().atNanos() >= BETWEEN_NANOS) {
            samples.add(new Sample(nowNanos, greatest));
            if (samples.size() > MOST_SAMPLES) {
                samples.removeFirst();
            }
        }
    }

    /** Returns the greatest id that had been seen some time ago; 0 if that is not known. */
    long seenBefore(long nanos, long nowNanos) {
        long id = 0;
        for (Sample sample : samples) {
            if (nowNanos - sample.atNanos() < nanos) {
                break;
            }
            id = sample.id();
        }
        return id;
    }
}
