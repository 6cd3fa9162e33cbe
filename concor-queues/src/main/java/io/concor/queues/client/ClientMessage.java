package io.concor.queues.client;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A message of a client. Immutable.
 *
 * @param id the one that its sender gave, or a number; unique among the messages of a sender in a queue
 * @param from the client that sent it
 * @param to the client to which it was sent, or null if any other may receive it
 * @param content its text
 * @param sentAt when it was stored, by the clock of the database
 */
public record ClientMessage(
        String id, String from, @Nullable String to, String content, Instant sentAt) {}
