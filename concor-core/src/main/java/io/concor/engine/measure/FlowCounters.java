package io.concor.engine.measure;

import io.concor.layout.Layout;

/** The counters of a running flow, as its engine keeps them since the flow was built. Thread-safe. */
public interface FlowCounters {

    /** Returns the layout in force. */
    Layout layout();

    /** Returns how many events are inside the flow. */
    long inFlight();

    /** Returns how many events ended with a value. */
    long completed();

    /** Returns how many events ended with an error, timeouts included. */
    long failed();

    /** Returns how many events were refused at admission. */
    long refused();

    /** Returns how many events the pools of a slot have taken, also those of earlier joins. */
    long taken(int slot);
}
