package io.concor;

import org.jspecify.annotations.Nullable;

/**
 * Where an event failed and with what message. A value: it does not change when the event goes on, and any thread may use
 * it. The message and the event are the objects themselves; if a task changed one in place, that shows.
 *
 * @param component the name of the component at which the error occurred; null if it occurred between components,
 *     because thread-locals or a transaction could not be moved to another thread
 * @param message the message that the component was given; for a timeout the one that waited. If the component had
 *     returned before the error occurred (a failed commit, a timeout found after it, a check of the message), what it
 *     returned. If a task that handles errors failed itself, the message given to the component before it that failed.
 *     Null if the message was null, or if the stack overflowed before the component was called
 * @param event the event that entered the flow; null if null entered
 * @param attempt how often the component, or the transaction that it is in, was tried with the event; 1 without {@linkplain
 *     FlowBuilder#retry retries}
 */
public record ErrorContext(
        @Nullable String component,
        @Nullable Object message,
        @Nullable Object event,
        int attempt) {

    /**
     * Returns the message that the component was given.
     *
     * @throws ClassCastException if it is null or of another type
     */
    public <T> T message(Class<T> type) {
        return cast("message given to " + place(), message, type, "message()");
    }

    /**
     * Returns the event that entered the flow.
     *
     * @throws ClassCastException if it is null or of another type
     */
    public <T> T event(Class<T> type) {
        return cast("event that failed at " + place(), event, type, "event()");
    }

    private static <T> T cast(String what, @Nullable Object object, Class<T> type, String untyped) {
        if (!type.isInstance(object)) {
            throw new ClassCastException("The " + what + " is " + typeOf(object) + ", not of type " + type.getTypeName()
                    + ": name its type or a supertype, or call " + untyped);
        }
        return type.cast(object);
    }

    private String place() {
        return component == null ? "no component" : "component '" + component + "'";
    }

    private static String typeOf(@Nullable Object object) {
        return object == null ? "null" : "of type " + object.getClass().getTypeName();
    }

    /** Returns the types of message and event, not their contents, which may be confidential. */
    @Override
    public String toString() {
        return place() + ", attempt " + attempt + ", message " + typeOf(message) + ", event " + typeOf(event);
    }
}
