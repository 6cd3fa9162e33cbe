package io.concor.queues.client;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A message that was received.
 *
 * @param message the message
 * @param receipt ends the lease; null if the message has been deleted
 * @param leasedUntil when the message comes back, by the clock of the database; null if it has been deleted
 */
public record ReceivedMessage(
        ClientMessage message,
        @Nullable String receipt,
        @Nullable Instant leasedUntil) {}
