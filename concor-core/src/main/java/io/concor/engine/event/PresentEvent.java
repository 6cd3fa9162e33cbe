package io.concor.engine.event;

import org.jspecify.annotations.Nullable;

/** The id of the event that the calling thread runs, if it has one. */
public final class PresentEvent {

    private static final ThreadLocal<@Nullable String> ID = new ThreadLocal<>();

    private PresentEvent() {}

    /** Returns the id, or null. */
    public static @Nullable String id() {
        return ID.get();
    }

    /**
     * The calling thread runs an event from now on.
     *
     * @param id its id, or null for none
     * @return the id that was noted before, or null
     */
    public static @Nullable String enter(@Nullable String id) {
        String before = ID.get();
        leave(id);
        return before;
    }

    /** The calling thread is done with the event, and has what it had before. */
    public static void leave(@Nullable String before) {
        if (before == null) {
            ID.remove();
        } else {
            ID.set(before);
        }
    }
}
