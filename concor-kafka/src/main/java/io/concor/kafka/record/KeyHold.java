package io.concor.kafka.record;

/**
 * A dead letter has the later events of its key wait.
 *
 * @param letter the id of the dead letter
 * @param rank the place of the event in the order of its key: an offset
 */
public record KeyHold(String letter, long rank) {}
