package io.concor.queues.ledger;

import io.concor.queues.ledger.LedgerTable.Share;
import io.concor.text.Sentence;
import java.util.List;

/** Why rows were not written: another process owns partitions by now, or this one under another epoch. */
public final class StalePartitionsException extends Exception {

    private static final long serialVersionUID = 1L;

    @SuppressWarnings("serial")
    private final List<Share> stale;

    StalePartitionsException(List<Share> stale) {
        super(message(stale.get(0)));
        this.stale = List.copyOf(stale);
    }

    private static String message(Share share) {
        return Sentence.of(
                "another process owns the partition %d of the queue %s by now, and handles its events (its epoch is not %d any more)",
                share.partition(), share.queue(), share.epoch());
    }

    /** Returns whether the partition of a row is one of them. */
    public boolean concerns(LedgerEntry entry) {
        return stale.contains(Share.of(entry));
    }
}
