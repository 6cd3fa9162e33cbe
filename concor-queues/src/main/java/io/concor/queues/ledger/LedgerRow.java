package io.concor.queues.ledger;

/**
 * What a transaction has left about a partition.
 *
 * @param epoch the epoch under which it was written
 * @param id its number in that epoch
 * @param done what its writer has noted; not copied, and not to be changed
 */
@SuppressWarnings("ArrayRecordComponent") // compared by no one
public record LedgerRow(long epoch, long id, byte[] done) {

    /** Returns which row it is. */
    public LedgerId key() {
        return new LedgerId(epoch, id);
    }
}
