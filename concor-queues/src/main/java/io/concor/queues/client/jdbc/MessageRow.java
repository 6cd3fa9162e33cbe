package io.concor.queues.client.jdbc;

import io.concor.queues.client.ClientMessage;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A message as it was read.
 *
 * @param id its place
 * @param from the sender
 * @param toAny whether any client may receive it
 * @param messageId the id that its sender gave, or null
 * @param content in UTF-8
 * @param sentAt when it was stored
 * @param dueAt until when it is leased or delayed; 0: it is not
 */
record MessageRow(
        long id, String from, boolean toAny, @Nullable String messageId, byte[] content, long sentAt, long dueAt) {

    /** Returns the message for its receiver. */
    ClientMessage message(@Nullable String receiver) {
        return new ClientMessage(
                publicId(id, messageId),
                from,
                toAny ? null : receiver,
                new String(content, StandardCharsets.UTF_8),
                Instant.ofEpochMilli(sentAt));
    }

    /** Returns the same message, leased until a time. */
    MessageRow leasedUntil(long time) {
        return new MessageRow(id, from, toAny, messageId, content, sentAt, time);
    }

    /** Returns the id by which clients know a message. */
    static String publicId(long id, @Nullable String messageId) {
        return messageId == null ? Long.toString(id) : messageId;
    }
}
