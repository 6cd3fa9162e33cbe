package io.concor.leak;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;

/**
 * Identifies one event: the numbers of events are reused, identities are not. Any thread may ask whether the event has
 * ended; the rest belongs to the thread that has the event.
 */
final class EventIdentity {

    private final List<WeakReference<Object>> foreign = new ArrayList<>(0);
    private volatile boolean ended;

    void end() {
        ended = true;
    }

    boolean ended() {
        return ended;
    }

    /** Records that the event holds an object of another event. Returns false if that was known. */
    boolean meets(Object object) {
        boolean known = foreign.stream().anyMatch(other -> other.refersTo(object));
        return !known && foreign.add(new WeakReference<>(object));
    }
}
