package io.concor.kafka.record;

/**
 * The failed attempts of an event that keeps its place.
 *
 * @param tries how often it failed, with those before it was put there
 * @param dueAt when it is tried again, epoch milliseconds
 */
public record KeptTry(FailedTries tries, long dueAt) {}
