package io.concor.queues.ledger;

/**
 * What a transaction leaves about a partition.
 *
 * @param queue the name of the remote queue
 * @param partition the number of the partition
 * @param epoch the epoch under which the caller owns it
 * @param id its number, which the caller chooses; once in an epoch
 * @param done what the caller notes; a few kilobytes at most, not copied, and not to be changed
 */
@SuppressWarnings("ArrayRecordComponent") // compared by no one
public record LedgerEntry(String queue, int partition, long epoch, long id, byte[] done) {}
