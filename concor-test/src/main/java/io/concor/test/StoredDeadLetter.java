package io.concor.test;

import io.concor.queues.row.DeadRow;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A dead letter of a durable slot, as its store keeps it.
 *
 * @param eventId the id of the event
 * @param key the key of the event as text, or null
 * @param message the message as it is written, such as JSON
 * @param attempts how many attempts were begun
 * @param component the component that failed last
 * @param errorType the class name of its error
 * @param errorMessage the text of its error
 */
public record StoredDeadLetter(
        String eventId,
        @Nullable String key,
        String message,
        int attempts,
        String component,
        String errorType,
        String errorMessage) {

    static StoredDeadLetter of(DeadRow row) {
        return new StoredDeadLetter(
                row.eventId(),
                row.key(),
                new String(row.message().body(), StandardCharsets.UTF_8),
                row.attempts(),
                row.failure().component(),
                row.failure().errorType(),
                row.failure().errorMessage());
    }
}
