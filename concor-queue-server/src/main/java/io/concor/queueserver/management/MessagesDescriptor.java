package io.concor.queueserver.management;

import io.concor.queues.client.ClientMessage;
import io.concor.queues.client.StoredMessage;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * A page of the messages of a queue, oldest first.
 *
 * @param queue the name of the queue
 * @param messages the messages
 * @param next the value of {@code after} that shows the next page; absent after the last one
 */
public record MessagesDescriptor(
        String queue,
        List<MessageDescriptor> messages,
        @Nullable Long next) implements OperationResponseBody {

    /**
     * A message.
     *
     * @param place its place in the queue
     * @param id its id
     * @param from its sender
     * @param to its receiver; absent if any other client may receive it
     * @param sentAt when it was stored
     * @param length characters of its content
     * @param content the beginning of its content; absent unless {@code concor.queues.show-messages} is set
     * @param dueAt when it can be received; absent if it can be now
     * @param leasedBy the client that has leased it; absent if none has
     */
    public record MessageDescriptor(
            long place,
            String id,
            String from,
            @Nullable String to,
            Instant sentAt,
            int length,
            @Nullable String content,
            @Nullable Instant dueAt,
            @Nullable String leasedBy) {

        static MessageDescriptor of(StoredMessage stored, boolean showsContent) {
            ClientMessage message = stored.message();
            return new MessageDescriptor(
                    stored.place(),
                    message.id(),
                    message.from(),
                    message.to(),
                    message.sentAt(),
                    stored.length(),
                    showsContent ? message.content() : null,
                    stored.dueAt(),
                    stored.leasedBy());
        }
    }
}
