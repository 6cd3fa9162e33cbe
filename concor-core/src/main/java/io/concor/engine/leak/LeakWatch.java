package io.concor.engine.leak;

import io.concor.LeakCheck;
import io.concor.engine.definition.FlowDefinition;
import io.concor.statistics.Leaks;
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
}
