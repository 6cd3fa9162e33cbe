package io.concor.engine.sizing;

/**
 * A batch that was handled.
 *
 * @param nanos when it ended, by {@link System#nanoTime}
 * @param size its number of events
 * @param limit the number of events that it might have
 * @param behind the number of events that still waited when it was complete
 * @param sinceLastNanos the time since a thread had taken everything or a full batch before, within which its events have
 *     arrived unless some were left behind; 0 if its thread waited for them
 * @param callNanos how long the call took
 */
public record HandledBatch(long nanos, int size, int limit, long behind, long sinceLastNanos, long callNanos) {

    /** Whether it is full, and more events wait than there is room for. */
    boolean leavesEvents() {
        return size >= limit && behind > 0;
    }
}
