package io.concor.engine.leak;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;

/**
 * Identifies one event while leaks are watched: contexts are reused, identities are not. Any thread may ask whether the
 * event has ended; the rest belongs to the thread that has the event.
 */
public final class EventIdentity {

    private final List<WeakReference<Object>> foreign = new ArrayList<>(0);
    private volatile boolean ended;

    public void end() {
        ended = true;
    }

    boolean ended() {
        return ended;
    }

    /** Notes that the event has an object that is, or was, another's; false when that was known. */
    boolean meets(Object object) {
        boolean known = foreign.stream().anyMatch(other -> other.refersTo(object));
        return !known && foreign.add(new WeakReference<>(object));
    }
}
