package io.concor.queues.ledger;

/**
 * Which row of a partition.
 *
 * @param epoch the epoch under which it was written
 * @param id its number, which its writer has chosen; once in an epoch
 */
public record LedgerId(long epoch, long id) {}
