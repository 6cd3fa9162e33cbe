package io.concor.kafka.record;

import io.concor.queue.NewEvent;
import io.concor.queues.codec.EncodedMessage;
import io.concor.queues.row.StoredText;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An event as a topic keeps it. Times are epoch milliseconds.
 *
 * @param id its id
 * @param unique whether no second one of the same id is to be taken for a while
 * @param key its key as text, or null
 * @param message its message
 * @param headers what travels with it
 * @param putAt when it was put first
 * @param dueAt when it is handled at the earliest; 0: at once
 * @param tries its failed attempts in the places that it had before
 * @param letter the id of the dead letter that it was, or that a control record is about; null if none
 * @param control what the record says instead, if it is no event; null if it is one
 */
@SuppressWarnings("TooManyParameters")
public record EventRecord(
        String id,
        boolean unique,
        @Nullable String key,
        EncodedMessage message,
        Map<String, String> headers,
        long putAt,
        long dueAt,
        FailedTries tries,
        @Nullable String letter,
        @Nullable Control control) {

    private static final EncodedMessage NOTHING = new EncodedMessage("", 1, new byte[0]);

    /** Returns the record of an event that is put now. */
    public static EventRecord of(NewEvent event, EncodedMessage message, long now) {
        long delay = event.delay().toMillis();
        return new EventRecord(
                event.id(),
                event.unique(),
                event.key(),
                message,
                event.headers(),
                now,
                delay == 0 ? 0 : now + delay,
                FailedTries.NONE,
                null,
                null);
    }

    /** Returns a record that is no event. */
    public static EventRecord control(Control control, @Nullable String letter, long now) {
        return new EventRecord("", false, null, NOTHING, Map.of(), now, 0, FailedTries.NONE, letter, control);
    }

    /** Returns the event as it is put again, when it has failed. */
    public EventRecord again(FailedTries failed, long due) {
        return new EventRecord(id, false, key, message, headers, putAt, due, failed, null, null);
    }

    /** Returns the event as far as it fits into any record: without its message and what travels with it. */
    public EventRecord withoutMessage() {
        EncodedMessage nothing = new EncodedMessage(
                StoredText.fitted(message.type(), StoredText.MOST_NAME), message.version(), new byte[0]);
        return new EventRecord(
                StoredText.fitted(id, StoredText.MOST_NAME),
                unique,
                key == null || key.length() > StoredText.MOST_KEY ? null : key,
                nothing,
                Map.of(),
                putAt,
                dueAt,
                tries,
                letter == null ? null : StoredText.fitted(letter, StoredText.MOST_NAME),
                control);
    }

    /** Returns the event as it is put again, when it was a dead letter. */
    public EventRecord requeued(String was) {
        return new EventRecord(id, false, key, message, headers, putAt, 0, FailedTries.NONE, was, null);
    }
}
