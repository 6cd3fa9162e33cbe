package io.concor.queueserver.request;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import io.concor.queues.client.ClientMessage;
import io.concor.queues.client.ReceivedMessage;
import io.concor.queues.client.SentMessage;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The bodies of answers. */
public final class Answers {

    private Answers() {}

    /**
     * A client or a queue.
     *
     * @param name its name
     */
    public record Named(String name) {}

    /**
     * Names of queues.
     *
     * @param queues the names, in their order
     * @param next the value of {@code after} that lists the next ones; absent if there are none
     */
    @JsonInclude(Include.NON_NULL)
    public record QueueNames(List<String> queues, @Nullable String next) {}

    /**
     * A message that was sent.
     *
     * @param id its id
     * @param repeated true if a message of that id was sent before, so that this one was not taken; absent if not
     */
    @JsonInclude(Include.NON_NULL)
    public record Sent(String id, @Nullable Boolean repeated) {

        static Sent of(SentMessage sent) {
            return new Sent(sent.id(), sent.repeated() ? true : null);
        }
    }

    /**
     * A message.
     *
     * @param id its id, unique among the messages of its sender in the queue
     * @param from the client that sent it
     * @param to the client to which it was sent; null if any other may receive it
     * @param content its text
     * @param sentAt when it was stored
     * @param receipt ends the lease; absent without one
     * @param leasedUntil when the message comes back unless it is ended before; absent without a lease
     */
    public record Message(
            String id,
            String from,
            @Nullable String to,
            String content,
            Instant sentAt,
            @JsonInclude(Include.NON_NULL) @Nullable String receipt,
            @JsonInclude(Include.NON_NULL) @Nullable Instant leasedUntil) {

        static Message of(ClientMessage message) {
            return new Message(
                    message.id(), message.from(), message.to(), message.content(), message.sentAt(), null, null);
        }

        static Message of(ReceivedMessage received) {
            ClientMessage message = received.message();
            return new Message(
                    message.id(),
                    message.from(),
                    message.to(),
                    message.content(),
                    message.sentAt(),
                    received.receipt(),
                    received.leasedUntil());
        }
    }
}
