package io.concor.benchmarks.soak;

/** What may go wrong with an event at a component. */
enum Fault {
    NONE,
    /** The task throws an exception, or the supplier of a continuation does. */
    EXCEPTION,
    /** The task throws an {@link Error}. */
    ERROR,
    /** The task leaves its thread interrupted. */
    INTERRUPT,
    /** The task takes its time. */
    PAUSE,
    /** The continuation is never called. */
    NEVER,
    /** The continuation is called when the event has timed out. */
    LATE,
    /** The continuation is called by two threads, with a value and with an error. */
    TWICE
}
