package io.concor;

/**
 * What happens to leaked references: to a mutable object that is in two events at once, or that was in an earlier event
 * and comes again. The check is for development and tests: it scans every message at entry and after each component, and
 * components run one by one.
 */
public enum LeakCheck {
    /** Messages are not scanned, at no cost. */
    OFF,
    /** A leak is counted, and logged once for each component and type. The event goes on. */
    WARN,
    /** A leak is counted, and fails the event in which it is found with a {@link LeakedReferenceException}. */
    FAIL
}
