package io.concor.kafka.record;

import io.concor.queues.row.RowFailure;
import java.util.regex.Pattern;
import org.apache.kafka.common.Uuid;
import org.jspecify.annotations.Nullable;

/**
 * A dead letter as a topic keeps it.
 *
 * @param id its id in its queue
 * @param event the event as it was, with its failed attempts
 * @param slot the slot in whose queue the event lay
 * @param partition the partition where it lay, or -1 if it lay in none
 * @param failure the last error
 */
public record LetterRecord(String id, EventRecord event, String slot, int partition, RowFailure failure) {

    /** It lay in the memory of a process. */
    public static final int NOWHERE = -1;

    /** Of the id of a topic: enough to tell those apart that one name has had. */
    private static final int MARK = 8;

    private static final Pattern MARKED = Pattern.compile(".{" + MARK + "}-\\d+-\\d+");

    /**
     * Returns the id of the letter of an event that lay at an offset.
     *
     * @param topic the id of its topic, as a topic that is created again has the same offsets; null if it is not known
     */
    public static String id(@Nullable Uuid topic, int partition, long offset) {
        String place = partition + "-" + offset;
        return topic == null ? place : mark(topic) + place;
    }

    private static String mark(Uuid topic) {
        return topic.toString().substring(0, MARK) + "-";
    }

    /** Returns whether its event lay in another topic of the name than the present one. Ids of earlier versions do not say it. */
    public boolean isOfAnother(Uuid present) {
        return MARKED.matcher(id).matches() && !id.startsWith(mark(present));
    }
}
