package io.concor.kafka.record;

import io.concor.queues.codec.EncodedMessage;

/**
 * How an event has ended, as the topic of results keeps it.
 *
 * @param asker which store awaits it
 * @param event the id of the event
 * @param kind how it has ended
 * @param message its value; empty if it has none here
 * @param component where it failed or timed out; empty if it did not
 * @param errorType the class name of its error; empty if it has none
 * @param text what the error says, or why the value is not here; empty if there is neither
 */
public record ResultRecord(
        String asker,
        String event,
        Kind kind,
        EncodedMessage message,
        String component,
        String errorType,
        String text) {

    private static final EncodedMessage NONE = new EncodedMessage("", 1, new byte[0]);

    /** How an event has ended. */
    public enum Kind {
        VALUE,
        FAILED,
        TIMED_OUT,
        /** With a value that could not be written. */
        VALUE_LOST,
        /** As only processes of a later version know. */
        UNKNOWN
    }

    /** Returns the record of a value. */
    public static ResultRecord value(String asker, String event, EncodedMessage message) {
        return new ResultRecord(asker, event, Kind.VALUE, message, "", "", "");
    }

    /** Returns the record of an event that has no value here. */
    public static ResultRecord without(
            String asker, String event, Kind kind, String component, String errorType, String text) {
        return new ResultRecord(asker, event, kind, NONE, component, errorType, text);
    }
}
