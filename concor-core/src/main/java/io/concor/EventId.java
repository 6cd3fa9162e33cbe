package io.concor;

import io.concor.engine.event.PresentEvent;
import org.jspecify.annotations.Nullable;

/**
 * The id of the event whose task runs on the calling thread. An event has an id once it was put into a durable or remote queue,
 * or if its caller gave it one by {@link Delivery#id}. A task whose effects are outside of the queue's database uses it to
 * recognise an event that it has handled before.
 */
public final class EventId {

    private EventId() {}

    /** Returns the id, or null if the calling thread runs no task of an event that has one. */
    public static @Nullable String current() {
        return PresentEvent.id();
    }
}
