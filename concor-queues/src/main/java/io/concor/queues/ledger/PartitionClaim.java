package io.concor.queues.ledger;

import java.util.List;

/**
 * A partition that was taken.
 *
 * @param epoch the epoch under which the caller owns it
 * @param rows what the transactions of former owners have left, by epoch and number
 */
public record PartitionClaim(long epoch, List<LedgerRow> rows) {

    public PartitionClaim {
        rows = List.copyOf(rows);
    }
}
