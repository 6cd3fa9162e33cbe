package io.concor.kafka.read;

import io.concor.kafka.topic.ClientSettings;
import io.concor.kafka.topic.KafkaCalls;
import io.concor.kafka.topic.TopicNames;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.DescribeConsumerGroupsOptions;
import org.apache.kafka.clients.admin.DescribeProducersOptions;
import org.apache.kafka.clients.admin.DescribeProducersResult;
import org.apache.kafka.clients.admin.DescribeProducersResult.PartitionProducerState;
import org.apache.kafka.clients.admin.DescribeTransactionsOptions;
import org.apache.kafka.clients.admin.DescribeTransactionsResult;
import org.apache.kafka.clients.admin.FenceProducersOptions;
import org.apache.kafka.clients.admin.ListTransactionsOptions;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.clients.admin.ProducerState;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Aborts transactions that processes have left open when they died, so that what lies behind them can be read before the broker
 * does it. Such a process is no member any more of a group whose progress its transaction has. All others last as long as their
 * timeout allows: those of processes that live, however slow, and those that end no events of this store. Thread-safe; does not block.
 */
public final class StuckTransactions {

    private static final Logger LOG = LoggerFactory.getLogger(StuckTransactions.class);
    /** Clients know a broker that has died for longer: what it is asked is asked again, maybe of another one. */
    private static final Duration PATIENCE = Duration.ofSeconds(3);

    private static final int PATIENCE_MILLIS = (int) PATIENCE.toMillis();

    private final Admin admin;
    private final TopicNames names;
    private final Set<TopicPartition> looking = ConcurrentHashMap.newKeySet();

    /** @param names those of the topics of the store */
    public StuckTransactions(Admin admin, TopicNames names) {
        this.admin = admin;
        this.names = names;
    }

    /**
     * Aborts the transactions of dead processes that are open in partitions. To be asked again while something is open there: it takes
     * a while until a dead process is no member any more, and brokers may not answer.
     */
    public void abort(Collection<TopicPartition> partitions) {
        look(partitions);
    }

    /** Returns the producers whose transactions were aborted. What is looked at already is left out. */
    CompletionStage<Set<String>> look(Collection<TopicPartition> partitions) {
        List<TopicPartition> begun = partitions.stream().filter(looking::add).toList();
        if (begun.isEmpty()) {
            return CompletableFuture.completedStage(Set.of());
        }
        return producers(begun)
                .thenCompose(this::names)
                .thenCompose(this::transactions)
                .thenCompose(this::ofTheDead)
                .thenCompose(this::fence)
                .whenComplete((aborted, failed) -> {
                    begun.forEach(looking::remove);
                    if (failed != null) {
                        LOG.warn(
                                "The transactions that are open in {} cannot be aborted now: {}",
                                begun,
                                String.valueOf(failed));
                    }
                });
    }

    private CompletionStage<Set<Long>> producers(List<TopicPartition> partitions) {
        DescribeProducersResult described =
                admin.describeProducers(partitions, new DescribeProducersOptions().timeoutMs(PATIENCE_MILLIS));
        return KafkaCalls.answers(
                        partitions.stream().map(described::partitionResult).toList(), PATIENCE)
                .thenApply(StuckTransactions::open);
    }

    private static Set<Long> open(List<PartitionProducerState> states) {
        return states.stream()
                .flatMap(state -> state.activeProducers().stream())
                .filter(producer -> producer.currentTransactionStartOffset().isPresent())
                .map(ProducerState::producerId)
                .collect(Collectors.toSet());
    }

    private CompletionStage<List<String>> names(Set<Long> producers) {
        if (producers.isEmpty()) {
            return CompletableFuture.completedStage(List.of());
        }
        ListTransactionsOptions which = new ListTransactionsOptions().filterProducerIds(producers);
        return admin.listTransactions(which.timeoutMs(PATIENCE_MILLIS))
                .byBrokerId()
                .toCompletionStage()
                .thenCompose(byBroker -> KafkaCalls.answers(byBroker.values(), PATIENCE))
                .thenApply(StuckTransactions::ends);
    }

    private static List<String> ends(List<Collection<TransactionListing>> found) {
        return found.stream()
                .flatMap(Collection::stream)
                .map(TransactionListing::transactionalId)
                .filter(ClientSettings::endsEvents)
                .toList();
    }

    private CompletionStage<Map<String, TransactionDescription>> transactions(List<String> names) {
        if (names.isEmpty()) {
            return CompletableFuture.completedStage(Map.of());
        }
        DescribeTransactionsResult described =
                admin.describeTransactions(names, new DescribeTransactionsOptions().timeoutMs(PATIENCE_MILLIS));
        return KafkaCalls.answers(
                names.stream().collect(Collectors.toMap(name -> name, described::description)), PATIENCE);
    }

    private CompletionStage<Set<String>> ofTheDead(Map<String, TransactionDescription> transactions) {
        Set<String> groups =
                transactions.values().stream().flatMap(this::groups).collect(Collectors.toSet());
        if (groups.isEmpty()) {
            return CompletableFuture.completedStage(Set.of());
        }
        return KafkaCalls.answers(
                        admin.describeConsumerGroups(
                                        groups, new DescribeConsumerGroupsOptions().timeoutMs(PATIENCE_MILLIS))
                                .describedGroups(),
                        PATIENCE)
                .thenApply(found -> dead(transactions, found));
    }

    /** Where its progress is, the offsets of the group belong: without a member, the transaction cannot be committed. */
    private Stream<String> groups(TransactionDescription transaction) {
        return transaction.topicPartitions().stream()
                .map(TopicPartition::topic)
                .distinct()
                .flatMap(topic -> names.groupOfState(topic).stream());
    }

    private Set<String> dead(
            Map<String, TransactionDescription> transactions, Map<String, ConsumerGroupDescription> found) {
        Set<String> dead = new HashSet<>();
        transactions.forEach((producer, transaction) -> {
            if (groups(transaction).anyMatch(group -> isWithout(found.get(group), producer))) {
                dead.add(producer);
            }
        });
        return dead;
    }

    private static boolean isWithout(@Nullable ConsumerGroupDescription group, String producer) {
        return group != null
                && group.members().stream()
                        .map(MemberDescription::clientId)
                        .noneMatch(client -> ClientSettings.isMember(client, producer));
    }

    private CompletionStage<Set<String>> fence(Set<String> producers) {
        if (producers.isEmpty()) {
            return CompletableFuture.completedStage(producers);
        }
        LOG.info("Aborting transactions that dead processes have left open: {}", producers);
        return admin.fenceProducers(producers, new FenceProducersOptions().timeoutMs(PATIENCE_MILLIS))
                .all()
                .toCompletionStage()
                .thenApply(done -> producers);
    }
}
