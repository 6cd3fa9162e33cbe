package io.concor.queues.measure;

/**
 * Levels of a queue, as they were read from the database, for all processes.
 *
 * @param depth number of events that wait or are in work, without delayed ones, up to a bound
 * @param oldestSeconds how long ago the first of them was put; 0 without any
 * @param dead number of dead letters, up to the same bound
 */
public record QueueLevels(long depth, double oldestSeconds, long dead) {}
