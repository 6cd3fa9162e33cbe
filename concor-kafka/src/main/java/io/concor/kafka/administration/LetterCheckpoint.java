package io.concor.kafka.administration;

import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.Uuid;
import org.jspecify.annotations.Nullable;

/**
 * Whether a queue is paused, as the topic of its dead letters says below a place. It is kept as the offset of a group, which is found
 * at once: so a process that starts has to read only what follows the place before it hands out events. What is missing, unreadable or
 * old is no harm: more is read then.
 *
 * @param topic the id of the topic
 * @param place below which it was read
 * @param paused whether the queue was paused there
 */
record LetterCheckpoint(Uuid topic, long place, boolean paused) {

    private static final String VERSION = "1";
    private static final String YES = "paused";
    private static final String NO = "open";

    /** Returns that nothing was read. */
    static LetterCheckpoint none(Uuid topic) {
        return new LetterCheckpoint(topic, 0, false);
    }

    /** Returns what {@link #write} has written about a topic; that nothing was read if it is of another one, or by others. */
    static LetterCheckpoint read(@Nullable OffsetAndMetadata kept, Uuid topic) {
        if (kept != null) {
            for (boolean paused : new boolean[] {false, true}) {
                LetterCheckpoint candidate = new LetterCheckpoint(topic, kept.offset(), paused);
                if (candidate.text().equals(kept.metadata())) {
                    return candidate;
                }
            }
        }
        return none(topic);
    }

    /** Returns this for a topic that ends at a place: it says nothing about one whose records are lost. */
    LetterCheckpoint in(long end) {
        return place <= end ? this : none(topic);
    }

    OffsetAndMetadata write() {
        return new OffsetAndMetadata(place, text());
    }

    private String text() {
        return VERSION + " " + topic + " " + (paused ? YES : NO);
    }
}
