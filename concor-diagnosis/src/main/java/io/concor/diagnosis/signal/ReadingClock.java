package io.concor.diagnosis.signal;

import io.concor.statistics.FlowReading;

/** The time of what is read. Tests set it, so that seconds need not pass. Thread-safe. */
@FunctionalInterface
public interface ReadingClock {

    /** The time of the system. */
    ReadingClock SYSTEM = System::nanoTime;

    /** Returns the time, as {@link System#nanoTime} does. */
    long nanos();

    /** Returns when a flow was read. */
    default long of(FlowReading reading) {
        return reading.nanos();
    }
}
