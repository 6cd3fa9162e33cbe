package io.concor.autoconfigure.endpoint.queue;

import io.concor.autoconfigure.endpoint.PlainText;
import io.concor.autoconfigure.endpoint.figure.TextTable;
import io.concor.queues.row.DeadPage;
import io.concor.queues.row.DeadRow;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * A page of dead letters of a queue.
 *
 * @param queue the name of the queue
 * @param dead the dead letters by their numbers
 * @param next the value of {@code after} for the next page; absent if this may be the last
 */
public record DeadLettersDescriptor(
        String queue,
        List<DeadLetterDescriptor> dead,
        @Nullable Long next) implements OperationResponseBody, PlainText {

    private static final TextTable<DeadLetterDescriptor> TABLE = TextTable.<DeadLetterDescriptor>create()
            .number("number", DeadLetterDescriptor::number)
            .text("id", DeadLetterDescriptor::id)
            .textIfAny("key", DeadLetterDescriptor::key)
            .text("type", DeadLetterDescriptor::type)
            .text("component", DeadLetterDescriptor::component)
            .number("attempts", DeadLetterDescriptor::attempts)
            .text("last failed", DeadLetterDescriptor::lastFailed)
            .text("error", letter -> letter.error() + ": " + letter.reason())
            .textIfAny("message", DeadLetterDescriptor::message);

    /**
     * A dead letter.
     *
     * @param number its number in the queue
     * @param id the id of the event
     * @param key the key of the event, absent if it has none
     * @param type the name and version of its message
     * @param bytes the size of the message
     * @param message the message as text; absent unless {@code concor.queues.show-messages} is true
     * @param component the component that failed
     * @param error the class of the last error
     * @param reason the text of the last error
     * @param holds whether later events of its key wait for it
     */
    public record DeadLetterDescriptor(
            long number,
            String id,
            @Nullable String key,
            String type,
            int bytes,
            @Nullable String message,
            String component,
            String error,
            String reason,
            int attempts,
            Instant put,
            Instant firstFailed,
            Instant lastFailed,
            boolean holds) {

        static DeadLetterDescriptor of(DeadRow row, boolean messages) {
            return new DeadLetterDescriptor(
                    row.row().id(),
                    row.eventId(),
                    row.key(),
                    row.message().type() + "/" + row.message().version(),
                    row.size(),
                    messages ? new String(row.message().body(), StandardCharsets.UTF_8) : null,
                    row.failure().component(),
                    row.failure().errorType(),
                    row.failure().errorMessage(),
                    row.attempts(),
                    Instant.ofEpochMilli(row.putAt()),
                    Instant.ofEpochMilli(row.firstFailed()),
                    Instant.ofEpochMilli(row.lastFailed()),
                    row.failure().holds());
        }
    }

    @Override
    public String plainText() {
        return TABLE.format(dead);
    }

    static DeadLettersDescriptor of(String queue, DeadPage page, boolean messages) {
        List<DeadRow> rows = page.rows();
        return new DeadLettersDescriptor(
                queue,
                rows.stream().map(row -> DeadLetterDescriptor.of(row, messages)).toList(),
                page.finished() ? null : rows.get(rows.size() - 1).row().id());
    }
}
