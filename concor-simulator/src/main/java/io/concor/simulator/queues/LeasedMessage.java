package io.concor.simulator.queues;

import io.concor.simulator.queues.check.MessageOrigin;
import org.jspecify.annotations.Nullable;

/**
 * A message that a client has received and is to end.
 *
 * @param queue number of its queue
 * @param id its id
 * @param receipt ends its lease
 * @param endNanos earliest end of its lease
 * @param origin where it comes from; null if it is not a message of this run
 */
record LeasedMessage(
        int queue,
        String id,
        String receipt,
        long endNanos,
        @Nullable MessageOrigin origin) {}
