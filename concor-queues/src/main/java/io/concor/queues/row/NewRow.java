package io.concor.queues.row;

import io.concor.queues.codec.EncodedMessage;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An event that is put.
 *
 * @param queue the number of the queue
 * @param lane the lane in which it waits when it is due
 * @param eventId the id of the event: see {@link StoredText#requireId}
 * @param unique whether it is dropped if the queue has {@linkplain io.concor.queues.jdbc.SeenTable remembered} the same id
 * @param key the key as text, or null: see {@link StoredText#requireKey}
 * @param message the message: see {@link StoredText#requireName} for the name of its type
 * @param headers what travels with the event
 * @param delayMillis when it is due at the earliest, from now; 0 or less: at once
 */
public record NewRow(
        int queue,
        int lane,
        String eventId,
        boolean unique,
        @Nullable String key,
        EncodedMessage message,
        Map<String, String> headers,
        long delayMillis) {

    /**
     * @throws IllegalArgumentException if no database could keep the id, the key or the name of the type as it is; the message says why
     */
    public NewRow {
        StoredText.requireId(eventId);
        StoredText.requireKey(key);
        StoredText.requireName(message.type());
        headers = Map.copyOf(headers);
    }

    /** Returns whether it is not due yet. */
    public boolean delayed() {
        return delayMillis > 0;
    }
}
