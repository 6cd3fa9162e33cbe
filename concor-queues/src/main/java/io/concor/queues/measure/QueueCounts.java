package io.concor.queues.measure;

/**
 * How many events of a queue there are, as they were counted at one moment, each up to a bound.
 *
 * @param waiting those that wait or are in work, without delayed ones
 * @param delayed those that are not due yet
 * @param dead dead letters
 */
public record QueueCounts(long waiting, long delayed, long dead) {}
