package io.concor.kafka.record;

import io.concor.queues.row.RowFailure;

/**
 * A dead letter as a topic keeps it.
 *
 * @param id its id in its queue
 * @param event the event as it was, with its failed attempts
 * @param slot the slot whose queue the event enters when it is requeued
 * @param partition the partition where it lay, or -1 if it lay in none
 * @param failure the last error
 */
public record LetterRecord(String id, EventRecord event, String slot, int partition, RowFailure failure) {

    /** It lay in the memory of a process. */
    public static final int NOWHERE = -1;

    /** Returns the id of the letter of an event that lay at an offset. */
    public static String id(int partition, long offset) {
        return partition + "-" + offset;
    }
}
