package io.concor.kafka.read;

import io.concor.kafka.event.OpenQueue;
import io.concor.kafka.event.Readability;
import io.concor.kafka.record.EventRecord;
import io.concor.queues.UnreadableMessageException;
import io.concor.queues.codec.EncodedMessage;
import io.concor.queues.row.KeyHold;
import io.concor.queues.row.RowFailure;
import io.concor.text.SafeText;
import io.concor.text.Sentence;
import java.util.HashMap;
import java.util.Map;

/**
 * Events whose messages other processes may know: they wait without an attempt, and the group is asked to give their partitions to others.
 * Those of a newer version wait until one takes them. Those of an unknown type wait for a while, in which new processes may have come,
 * and are handed out then: they fail, as they cannot be read. For the reader's thread.
 */
final class UnknownMessages {

    /** After that time an event is looked at again. */
    static final long LOOK_MILLIS = 2_000;

    private static final int MOST_TYPES = 1_000;
    /** When none of a type has waited for that time, the next one waits as long as the first. */
    private static final long PAUSE_MILLIS = 60_000;

    private final OpenQueue queue;
    private final GroupParts parts;
    private final UnreadPartitions unread;
    private final Map<String, Wait> types = new HashMap<>();

    private record Wait(long since, long last) {}

    UnknownMessages(OpenQueue queue, GroupParts parts, UnreadPartitions unread) {
        this.queue = queue;
        this.parts = parts;
        this.unread = unread;
    }

    /** Returns whether an event waits until it is looked at again. */
    boolean waits(int partition, WaitingEvent event, EventRecord record, long nowMillis) {
        EncodedMessage message = record.message();
        boolean waits =
                switch (queue.readability(message)) {
                    case READABLE -> false;
                    case NEWER_VERSION -> true;
                    case UNKNOWN_TYPE -> mayBecomeKnown(message.type(), nowMillis);
                };
        if (waits) {
            unread.add(partition);
            String text = text(message);
            parts.health().notice(text);
            if (event.orderKey() != null) {
                queue.unread().add(hold(record, text, nowMillis));
            }
        }
        return waits;
    }

    private boolean mayBecomeKnown(String type, long nowMillis) {
        Wait before = types.get(type);
        if (before == null && types.size() >= MOST_TYPES) {
            types.values().removeIf(wait -> nowMillis - wait.last() > PAUSE_MILLIS);
        }
        long since = before == null || nowMillis - before.last() > PAUSE_MILLIS ? nowMillis : before.since();
        if (before != null || types.size() < MOST_TYPES) {
            types.put(type, new Wait(since, nowMillis));
            return nowMillis - since < parts.unknownTypes().toMillis();
        }
        return false;
    }

    private String text(EncodedMessage message) {
        boolean newer = queue.readability(message) == Readability.NEWER_VERSION;
        return Sentence.of(
                "events of type '%s', version %d, in the queue %s wait for a process that knows %s",
                SafeText.shown(message.type()),
                message.version(),
                queue.definition().name(),
                newer
                        ? "this version"
                        : "this type, and fail after " + parts.unknownTypes().toMinutes() + " minutes");
    }

    private KeyHold hold(EventRecord record, String text, long nowMillis) {
        RowFailure failure =
                new RowFailure(queue.definition().slot(), UnreadableMessageException.class.getName(), text, true);
        return new KeyHold(record.key(), record.id(), null, failure, nowMillis, nowMillis + LOOK_MILLIS);
    }
}
