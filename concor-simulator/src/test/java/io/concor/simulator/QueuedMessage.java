package io.concor.simulator;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A message of {@link InMemoryQueues}. */
final class QueuedMessage {

    final String id;
    final String from;
    final String to;
    final String content;
    private @Nullable String receipt;
    private long leaseEndNanos;

    QueuedMessage(String id, String from, String to, String content) {
        this.id = id;
        this.from = from;
        this.to = to;
        this.content = content;
    }

    QueuedMessage with(String otherFrom, String otherTo, String otherContent) {
        return new QueuedMessage(id, otherFrom, otherTo, otherContent);
    }

    boolean isLeased() {
        return receipt != null && System.nanoTime() - leaseEndNanos < 0;
    }

    void lease(String newReceipt, Duration lease) {
        receipt = newReceipt;
        leaseEndNanos = System.nanoTime() + lease.toNanos();
    }

    /** Whether the lease of a receipt has not ended. */
    boolean isLeasedBy(String presented) {
        return presented.equals(receipt) && isLeased();
    }
}
