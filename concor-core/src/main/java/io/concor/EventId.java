package io.concor;

import org.jspecify.annotations.Nullable;

/**
 * The id of the event whose task runs on the calling thread. An event has an id once it was put into a durable or remote queue,
 * or if its caller gave it one by {@link Delivery#id}. A task whose effects are outside of the queue's database uses it to
 * recognise an event that it has handled before.
 */
public final class EventId {

    private static final ThreadLocal<@Nullable String> PRESENT = new ThreadLocal<>();

    private EventId() {}

    /** Returns the id, or null if the calling thread runs no task of an event that has one. */
    public static @Nullable String current() {
        return PRESENT.get();
    }

    /**
     * Sets the id for the calling thread. Flows do this around the tasks of an event; an application does it only to test a task
     * alone.
     *
     * @param id the id, or null for none
     * @return the id before, to be set again afterwards, or null
     */
    public static @Nullable String enter(@Nullable String id) {
        String before = PRESENT.get();
        if (id == null) {
            PRESENT.remove();
        } else {
            PRESENT.set(id);
        }
        return before;
    }
}
