package io.concor.simulator.http;

import java.time.Duration;

/**
 * How long a receiver waits before it answers, as a slow remote party does.
 *
 * @param delay time from a callback to its answer
 * @param from time from the start of the receiver to the first callback whose answer is delayed
 */
public record AnswerDelay(Duration delay, Duration from) {

    /** Returns the delay of an answer, in nanoseconds, at a time since the start of the receiver. */
    long nanosAt(long sinceStartNanos) {
        return sinceStartNanos < from.toNanos() ? 0 : delay.toNanos();
    }
}
