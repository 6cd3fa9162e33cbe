package io.concor.queues.client;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A message that a client sends. Immutable.
 *
 * @param from the sender
 * @param queue the queue
 * @param content its text: at most {@link QueuesSettings#maxLength} characters (code points); it may be empty
 * @param to the receiver, another client; null: any other client
 * @param delay how long nothing can receive it; zero: at once. At most {@link QueuesSettings#MOST_DELAY}
 * @param id of the sender's choice: a second message of the same sender, queue and id is not taken within {@link
 *     QueuesSettings#remember}, whatever its content; null: the store chooses one
 */
public record MessageToSend(
        String from,
        String queue,
        String content,
        @Nullable String to,
        Duration delay,
        @Nullable String id) {

    /** Returns a message to any other client, to be received at once. */
    public static MessageToSend toAny(String from, String queue, String content) {
        return new MessageToSend(from, queue, content, null, Duration.ZERO, null);
    }

    /** Returns a message to one client, to be received at once. */
    public static MessageToSend to(String to, String from, String queue, String content) {
        return new MessageToSend(from, queue, content, to, Duration.ZERO, null);
    }

    /** Returns the same message, which nothing can receive before a time has passed. */
    public MessageToSend delayed(Duration value) {
        return new MessageToSend(from, queue, content, to, value, id);
    }

    /** Returns the same message with an id. */
    public MessageToSend withId(String value) {
        return new MessageToSend(from, queue, content, to, delay, value);
    }
}
