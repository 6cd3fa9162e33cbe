package io.concor.statistics;

import org.jspecify.annotations.Nullable;

/**
 * What is known of a stored queue without asking its store. Levels are those of the queue, for all processes, as they were read
 * some seconds ago. Counters and times are of this process, and never decrease while it lives.
 *
 * @param depth number of events that wait or are in work, without delayed ones
 * @param oldestSeconds how long ago the first of them was put; 0 without any
 * @param dead number of dead letters
 * @param put number of events that this process has put
 * @param taken number of events that this process has handled, handed on or made dead letters
 * @param retries number of attempts that have failed here, after which the event is tried again
 * @param storing number of events of this process that the store is about to take
 * @param waitingForRoom number of events of this process that wait because the queue is full
 * @param writingNanos time in which the store has written what events of any queue became, in nanoseconds
 * @param readingNanos time in which it has read events of any queue, in nanoseconds
 * @param failure what the store cannot do and why, or null if it works
 */
public record QueueFigures(
        long depth,
        double oldestSeconds,
        long dead,
        long put,
        long taken,
        long retries,
        long storing,
        long waitingForRoom,
        long writingNanos,
        long readingNanos,
        @Nullable String failure) {

    /** Returns the figures of a queue of which only the depth is known. */
    public static QueueFigures ofDepth(long depth) {
        return new QueueFigures(depth, 0, 0, 0, 0, 0, 0, 0, 0, 0, null);
    }
}
