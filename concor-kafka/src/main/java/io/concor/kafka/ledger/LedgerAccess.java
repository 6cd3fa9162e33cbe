package io.concor.kafka.ledger;

import io.concor.kafka.event.PartitionLease;
import io.concor.kafka.event.UncoveredRow;
import io.concor.queues.ledger.PartitionClaim;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.kafka.common.Uuid;

/** What a reader has a database do about the partitions of its queue. Thread-safe; does not block. */
public interface LedgerAccess {

    /** Without a database, nothing is there but what the brokers have. */
    LedgerAccess NONE = new LedgerAccess() {
        @Override
        public CompletableFuture<PartitionClaim> take(
                String queue, int partition, CompletionStage<Uuid> topic, boolean again) {
            return CompletableFuture.completedFuture(new PartitionClaim(0, List.of()));
        }

        @Override
        public void forget(PartitionLease lease, List<UncoveredRow> rows) {}
    };

    /**
     * Makes this process the owner of a partition, whose former owners cannot commit afterwards. It is tried until the result is
     * cancelled.
     *
     * @param topic the topic of the events, by its id
     * @param again whether a lease of this process has ended: another one may be about to become the owner, so that it comes first
     * @return under which epoch, and what former owners have ended that no record of the progress may say
     */
    CompletableFuture<PartitionClaim> take(String queue, int partition, CompletionStage<Uuid> topic, boolean again);

    /** Deletes rows that are not needed any more. If the process ends before that, a later owner does. */
    void forget(PartitionLease lease, List<UncoveredRow> rows);
}
