package io.concor.kafka.event;

import io.concor.kafka.record.DoneRecord;

/**
 * A row of a database that says what a transaction has ended in a partition, while no record of the progress says so.
 *
 * @param epoch under which the partition was owned then
 * @param id which row of that epoch it is
 */
public record UncoveredRow(long epoch, long id, DoneRecord done) {}
