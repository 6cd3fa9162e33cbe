package io.concor.engine.leak;

import io.concor.LeakCheck;
import io.concor.engine.Context;
import io.concor.engine.definition.FlowDefinition;
import io.concor.statistics.Leaks;

/** Looks for references that leak from one event into another. Thread-safe; an event is with one thread at a time. */
public interface LeakWatch {

    /** Looks at nothing. */
    LeakWatch NONE = new LeakWatch() {};

    static LeakWatch of(FlowDefinition flow, LeakCheck check) {
        return check == LeakCheck.OFF ? NONE : new LeakFinder(flow, check);
    }

    /** An event has entered. */
    default void enter(Context context) {}

    /** A task has done its part of an event. */
    default void look(Context context, int component) {}

    /** An event is about to leave. */
    default void leave(Context context) {}

    /** What was found so far. */
    default Leaks found() {
        return Leaks.NOT_LOOKED_FOR;
    }
}
