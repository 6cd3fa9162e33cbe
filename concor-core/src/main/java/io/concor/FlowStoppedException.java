package io.concor;

import io.concor.text.Sentence;
import org.jspecify.annotations.Nullable;

/**
 * The flow was stopped before an event had ended. Either the event has ended with this error, or it is in the store of a durable
 * or remote slot, from where it is handled after the next start: see {@link #storedEventId()}.
 */
public final class FlowStoppedException extends FlowException {

    private static final long serialVersionUID = 1L;

    private final @Nullable String storedEventId;

    public FlowStoppedException(String flow, String place) {
        this(flow, "Flow '" + flow + "' was stopped while an event was at '" + place + "'", (@Nullable String) null);
    }

    private FlowStoppedException(String flow, String message, @Nullable String storedEventId) {
        super(flow, message, false);
        this.storedEventId = storedEventId;
    }

    /** Returns the error of a caller that awaits the result of an event that is stored, and so has not failed. */
    public static FlowStoppedException stored(String flow, String slot, String eventId) {
        return new FlowStoppedException(
                flow,
                Sentence.of(
                        "Flow '%s' was stopped before event %s was handled. It has not failed: it is stored in the queue of slot '%s', and is handled after the next start, or by another process. Only this caller does not learn its result",
                        flow, eventId, slot),
                eventId);
    }

    /** Returns the error of a caller whose event was on its way into a store that did not answer. */
    public static FlowStoppedException onItsWay(String flow, String slot) {
        return new FlowStoppedException(
                flow,
                Sentence.of(
                        "Flow '%s' was stopped before the store of slot '%s' had confirmed an event. Whether the event is stored is not known; if it is, it is handled after the next start",
                        flow, slot),
                (@Nullable String) null);
    }

    /** Returns the id of the event if it is stored and is handled after the next start; null if it ended, or that is not known. */
    public @Nullable String storedEventId() {
        return storedEventId;
    }
}
