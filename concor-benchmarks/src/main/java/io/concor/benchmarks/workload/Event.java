package io.concor.benchmarks.workload;

/**
 * What flows. One object goes all the way and is used again by the driver, so that what is allocated is the pipeline's.
 */
public final class Event {

    /** What the tasks compute on. */
    public long value;

    /** When the event was due to enter, by {@link System#nanoTime}. */
    public long due;
}
