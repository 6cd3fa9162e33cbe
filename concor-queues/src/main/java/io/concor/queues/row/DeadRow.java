package io.concor.queues.row;

import io.concor.queues.codec.EncodedMessage;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A dead letter, as it was read. Times are epoch milliseconds of the database's clock.
 *
 * @param row where it lay, and lies again after it was requeued
 * @param eventId the id of the event
 * @param key the key as text, or null
 * @param message the message; with an empty body if it was read without
 * @param size how many bytes the body has
 * @param headers what was put with it
 * @param putAt when it was put
 * @param attempts how many attempts were begun
 * @param firstFailed when an attempt failed first
 * @param lastFailed when the last one failed
 * @param failure the last error
 */
@SuppressWarnings("TooManyParameters")
public record DeadRow(
        RowKey row,
        String eventId,
        @Nullable String key,
        EncodedMessage message,
        int size,
        Map<String, String> headers,
        long putAt,
        int attempts,
        long firstFailed,
        long lastFailed,
        RowFailure failure) {}
