package io.concor.queue;

import java.time.Instant;

/**
 * How an event failed that waited in the memory of the process.
 *
 * @param last the last error, and the component whose dead letters the event is kept with
 * @param attempts how often the component was tried, 1 or more
 * @param firstFailed when the first of these attempts failed
 * @param lastFailed when the last one failed
 */
public record FailedAttempts(Ending.Failure last, int attempts, Instant firstFailed, Instant lastFailed) {}
