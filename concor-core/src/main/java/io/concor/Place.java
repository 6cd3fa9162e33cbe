package io.concor;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Where an event is run: noted before each task, so that a stop can tell which component an event did not come back from.
 * A worker notes it for the event it carries, any other thread in the event's context: each writes to what is its own,
 * not to what the thread of the stage before has written.
 */
abstract class Place {

    static final int NOWHERE = -1;
    private static final VarHandle COMPONENT;

    static {
        try {
            COMPONENT = MethodHandles.lookup().findVarHandle(Place.class, "component", int.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    private int component = NOWHERE;

    /** Notes the index of the component that is run. */
    final void at(int component) {
        COMPONENT.setOpaque(this, component);
    }

    /** Index of the component that is run, or {@link #NOWHERE}. Any thread. */
    final int component() {
        return (int) COMPONENT.getOpaque(this);
    }
}
