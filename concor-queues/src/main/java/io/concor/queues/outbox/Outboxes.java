package io.concor.queues.outbox;

import io.concor.queue.QueueDefinition;
import io.concor.queue.QueueDefinition.Order;
import java.util.List;

/**
 * Which queues of a database are outboxes. Each belongs to a slot, whose own queue lies in another store, and is named after it. One
 * process at a time hands its events on, in their order. Operators see it as part of the other queue.
 */
public final class Outboxes {

    /** No name of a component has the first character. */
    private static final String SUFFIX = "#outbox";

    private Outboxes() {}

    /**
     * Defines the outbox of a queue. However many processes die while they hand an event on, it does not become a dead letter.
     *
     * @param queue the queue to which its events go
     */
    public static QueueDefinition of(QueueDefinition queue) {
        return new QueueDefinition(
                queue.flow(), slot(queue.slot()), Order.ONE, queue.capacity(), List.of(), Integer.MAX_VALUE);
    }

    /** Returns the name by which the outbox of a slot is stored. */
    public static String slot(String of) {
        return of + SUFFIX;
    }

    /** Returns whether a slot is the name of an outbox. */
    public static boolean isOutbox(String slot) {
        return slot.endsWith(SUFFIX);
    }
}
