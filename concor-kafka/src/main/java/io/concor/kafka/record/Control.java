package io.concor.kafka.record;

/** What a record says to the owner of its partition, if it is no event. */
public enum Control {
    /** A dead letter was deleted: it holds its key no longer. */
    RELEASE,
    /** All events before this record that are not in work are done. */
    PURGE,
    /** What a later version of Concor has written: it is skipped. */
    UNKNOWN
}
