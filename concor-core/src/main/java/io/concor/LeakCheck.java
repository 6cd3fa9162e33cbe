package io.concor;

/**
 * What is done about references that leak: one object that can change and travels in two events at once, or was kept
 * from an earlier event and comes again. For development and tests: while it is on, every message is gone through in
 * front of the first component and behind each one, and components are run one by one.
 */
public enum LeakCheck {
    /** Nothing is looked for, and nothing is paid. */
    OFF,
    /** A leak is logged, once for each component and type, and counted; the event goes on. */
    WARN,
    /** A leak is the error of the event that it is found in, a {@link LeakedReferenceException}, and is counted. */
    FAIL
}
