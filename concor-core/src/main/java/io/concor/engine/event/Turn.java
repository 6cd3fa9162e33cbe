package io.concor.engine.event;

/** The place of an event among those of its key, while it is not in its lane and may not be overtaken by them. */
public interface Turn {

    /** Returns the index of the keyed component. */
    int component();

    /** The event has reached the next slot, or ended. Called once. */
    void release();
}
