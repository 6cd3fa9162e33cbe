package io.concor.kafka.read;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeProducersResult.PartitionProducerState;
import org.apache.kafka.clients.admin.ListTransactionsOptions;
import org.apache.kafka.clients.admin.ProducerState;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Aborts transactions that processes have left open when they died, so that what lies behind them can be read before the broker
 * does it. A process that lives builds a new producer and writes its transaction again. Thread-safe; does not block.
 */
public final class StuckTransactions {

    private static final Logger LOG = LoggerFactory.getLogger(StuckTransactions.class);

    private final Admin admin;

    public StuckTransactions(Admin admin) {
        this.admin = admin;
    }

    /** Aborts the transactions that are open in partitions. */
    public void abort(Collection<TopicPartition> partitions) {
        admin.describeProducers(partitions)
                .all()
                .toCompletionStage()
                .thenApply(StuckTransactions::open)
                .thenCompose(this::names)
                .thenCompose(this::fence)
                .exceptionally(failed -> {
                    LOG.warn(
                            "The transactions that are open in {} cannot be aborted, and end by their timeout: {}",
                            partitions,
                            String.valueOf(failed));
                    return null;
                });
    }

    private static Set<Long> open(Map<TopicPartition, PartitionProducerState> states) {
        return states.values().stream()
                .flatMap(state -> state.activeProducers().stream())
                .filter(producer -> producer.currentTransactionStartOffset().isPresent())
                .map(ProducerState::producerId)
                .collect(Collectors.toSet());
    }

    private CompletionStage<List<String>> names(Set<Long> producers) {
        if (producers.isEmpty()) {
            return CompletableFuture.completedStage(List.of());
        }
        return admin.listTransactions(new ListTransactionsOptions().filterProducerIds(producers))
                .all()
                .toCompletionStage()
                .thenApply(found ->
                        found.stream().map(TransactionListing::transactionalId).toList());
    }

    private CompletionStage<Void> fence(List<String> producers) {
        if (!producers.isEmpty()) {
            LOG.info("Aborting transactions that are open for long: {}", producers);
        }
        return producers.isEmpty()
                ? CompletableFuture.completedStage(null)
                : admin.fenceProducers(producers).all().toCompletionStage();
    }
}
