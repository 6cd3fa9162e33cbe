package io.concor.soak;

/** The faults that are injected at a component. */
enum FaultKind {
    NONE,
    /** The task throws an exception, or the supplier of a continuation does. */
    EXCEPTION,
    /** The task throws an {@link Error}. */
    ERROR,
    /** The task leaves its thread interrupted. */
    INTERRUPT,
    /** The task pauses. */
    PAUSE,
    /** No task of the component returns before the events that wait for its threads have timed out. */
    HANG,
    /** The continuation is never called. */
    NEVER,
    /** The continuation is called after the event has timed out. */
    LATE,
    /** Two threads call the continuation, one with a value and one with an error. */
    TWICE
}
