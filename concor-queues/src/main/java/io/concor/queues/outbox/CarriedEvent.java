package io.concor.queues.outbox;

import io.concor.queue.NewEvent;
import io.concor.queue.StoredEvent;
import io.concor.queues.codec.EncodedMessage;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * An event on its way through an outbox. What the other queue is to know of it, and an outbox does not act on, is among its headers
 * meanwhile: its delay, and whether its id is unique.
 *
 * @param id its id
 * @param unique whether the other queue takes no second one of the same id for a while
 * @param dueAt when it is handled at the earliest, epoch milliseconds; 0: at once
 * @param headers what travels with it, without what this has added
 */
public record CarriedEvent(String id, boolean unique, long dueAt, Map<String, String> headers) {

    /** What others put in has letters first. */
    private static final String UNIQUE = "#unique";

    private static final String DUE = "#due";
    private static final String YES = "1";

    /** Returns an event as an outbox keeps it: it waits for nothing, and is put however often its id comes. */
    public static NewEvent pack(NewEvent event) {
        if (!event.unique() && event.delay().isZero()) {
            return event;
        }
        Map<String, String> headers = new HashMap<>(event.headers());
        if (event.unique()) {
            headers.put(UNIQUE, YES);
        }
        if (!event.delay().isZero()) {
            headers.put(
                    DUE,
                    Long.toString(System.currentTimeMillis() + event.delay().toMillis()));
        }
        return new NewEvent(event.id(), false, event.message(), event.key(), Duration.ZERO, headers);
    }

    /** Returns what an event was before. */
    public static CarriedEvent unpack(StoredEvent event) {
        Map<String, String> headers = new HashMap<>(event.headers());
        boolean unique = headers.remove(UNIQUE) != null;
        String due = headers.remove(DUE);
        return new CarriedEvent(event.id(), unique, due == null ? 0 : Long.parseLong(due), Map.copyOf(headers));
    }

    /**
     * Returns the message of an event that an outbox has handed out, which is not read.
     *
     * @throws IllegalStateException if it is an event of another queue
     */
    public static EncodedMessage message(StoredEvent event) {
        try {
            if (event.message() instanceof EncodedMessage message) {
                return message;
            }
        } catch (Exception failed) {
            throw new IllegalStateException(failed);
        }
        throw new IllegalStateException("the event '" + event.id() + "' is of no outbox");
    }
}
