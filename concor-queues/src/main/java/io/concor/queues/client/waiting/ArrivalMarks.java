package io.concor.queues.client.waiting;

import io.concor.queues.client.MessageArrivals.Interest;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;

/**
 * Counts what came, by queue and receiver. Several of them may share a counter: then one is woken in vain now and then.
 * Thread-safe.
 */
final class ArrivalMarks {

    private static final int COUNTERS = 1 << 13;

    private final AtomicLongArray counters = new AtomicLongArray(COUNTERS);

    /** Returns a number that grows with each message that could be of interest. */
    long of(Interest interest) {
        return counters.get(place(interest.queue(), interest.client())) + counters.get(place(interest.queue(), null));
    }

    /**
     * Counts a message.
     *
     * @param to the receiver, or null for any
     */
    void count(String queue, @Nullable String to) {
        counters.incrementAndGet(place(queue, to));
    }

    private static int place(String queue, @Nullable String to) {
        int hash = 31 * queue.hashCode() + (to == null ? 7 : to.hashCode());
        return (hash ^ (hash >>> 16)) & (COUNTERS - 1);
    }
}
