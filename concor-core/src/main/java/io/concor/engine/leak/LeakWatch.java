package io.concor.engine.leak;

import io.concor.LeakCheck;
import io.concor.engine.definition.FlowDefinition;
import io.concor.statistics.Leaks;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Watches the messages of a flow for references that leak from one event into another. Thread-safe. */
public interface LeakWatch {

    /** The component index of a message that has just entered the flow. */
    int ENTRY = -1;

    /** Watches nothing. */
    LeakWatch OFF = new LeakWatch() {};

    static LeakWatch of(FlowDefinition flow, LeakCheck check) {
        return check == LeakCheck.OFF ? OFF : new LeakFinder(flow, check);
    }

    /** Returns the identity under which a new event is watched, or null if it is not. */
    default @Nullable EventIdentity identify() {
        return null;
    }

    /**
     * Scans the message of an event.
     *
     * @param component index of the component that has just processed it, or {@link #ENTRY}
     * @return the error with which the event fails, or null
     */
    default @Nullable Throwable scan(EventIdentity event, @Nullable Object message, int component) {
        return null;
    }

    /** Returns the leaks found so far. */
    default Leaks found() {
        return Leaks.NOT_LOOKED_FOR;
    }

    /**
     * Identifies one event while leaks are watched: contexts are reused, identities are not. Any thread may ask whether
     * the event has ended; the rest belongs to the thread that has the event.
     */
    final class EventIdentity {

        private final List<WeakReference<Object>> foreign = new ArrayList<>(0);
        private volatile boolean ended;

        public void end() {
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
}
