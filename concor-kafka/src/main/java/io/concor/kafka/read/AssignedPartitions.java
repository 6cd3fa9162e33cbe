package io.concor.kafka.read;

import io.concor.kafka.event.OpenQueue;
import io.concor.kafka.event.PartitionLease;
import io.concor.kafka.event.PartitionListener;
import io.concor.kafka.event.RemoteEnd;
import io.concor.kafka.event.RemoteEvent;
import io.concor.kafka.event.UncoveredRow;
import io.concor.kafka.record.KeptTry;
import io.concor.kafka.record.KeyHold;
import io.concor.queue.QueueDefinition.Order;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * The partitions of a queue that this process owns, as the group assigns and revokes them. For the reader's thread, but for what
 * {@link PartitionListener} says.
 */
final class AssignedPartitions implements ConsumerRebalanceListener, PartitionListener {

    /** So long others wait for what runs here if it has no order, or if the process ends. */
    private static final long SETTLE_NANOS = TimeUnit.SECONDS.toNanos(5);

    /** So long others wait for a record that nothing is in work here: without it they would begin one by one what they are given. */
    private static final long LAST_MARK_NANOS = TimeUnit.SECONDS.toNanos(5);
    /** The same, if the process ends. */
    private static final long LAST_MARK_OF_ALL_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final Duration BETWEEN_CUTS = Duration.ofSeconds(30);
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final OpenQueue queue;
    private final GroupParts parts;
    private final ReaderMail mail;
    private final KafkaConsumer<byte[], byte[]> consumer;
    private final ProgressLoader loader;
    /** This process, as progress has it. */
    private final long owner;

    private final TopicCutter cutter;
    private final CopyBudget budget = new CopyBudget();
    private final Map<Integer, OwnedPartition> owned = new TreeMap<>();
    private @Nullable ConsumerGroupMetadata membership;
    private boolean leaves;
    /** Hands out events of other partitions. */
    private Runnable meanwhile = () -> {};
    /** Those that are given up at this moment. */
    private List<OwnedPartition> going = List.of();

    private volatile boolean vanished;

    AssignedPartitions(
            OpenQueue queue,
            GroupParts parts,
            ReaderMail mail,
            UnreadPartitions unread,
            KafkaConsumer<byte[], byte[]> consumer) {
        this.queue = queue;
        this.parts = parts;
        this.mail = mail;
        this.consumer = consumer;
        loader = new ProgressLoader(queue, parts, unread);
        cutter = new TopicCutter(parts.admin(), parts.health(), BETWEEN_CUTS);
        owner = ownerOf(parts.clients().instance());
    }

    /** Short, as each record of the progress has it. */
    private static long ownerOf(String instance) {
        UUID name = UUID.nameUUIDFromBytes(instance.getBytes(StandardCharsets.UTF_8));
        return name.getMostSignificantBits() | 1; // never none
    }

    Collection<OwnedPartition> all() {
        return owned.values();
    }

    CopyBudget budget() {
        return budget;
    }

    /** Returns how many events were handed out and have not ended. */
    int inHand() {
        return owned.values().stream().mapToInt(OwnedPartition::inHand).sum();
    }

    // the group

    /** This process is a member as its client says now. */
    void seen() {
        membership = consumer.groupMetadata();
        queue.group(membership);
    }

    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> assigned) {
        seen();
        consumer.pause(assigned);
        for (TopicPartition each : assigned) {
            consumer.seek(each, 0); // somewhere, until it is known where
            PartitionLease lease = new PartitionLease(queue, each.partition(), this);
            owned.put(each.partition(), new OwnedPartition(each, lease, new PartitionOrder(lease, budget)));
            loader.begin(each.partition(), false);
        }
    }

    /** Is done while partitions that are given up are waited for. */
    void meanwhile(Runnable work) {
        meanwhile = work;
    }

    /** The process leaves the group: others do not wait for it for long. */
    void leaves() {
        leaves = true;
    }

    private long settleNanos() {
        boolean keepsOrder = queue.definition().order() != Order.ANY;
        boolean stays = !leaves && queue.delivery().isDelivering(); // it may be told to stop while it waits
        boolean ends = queue.suspicion().lasting() == null; // where topics are others, nothing in hand does
        return keepsOrder && stays && ends ? parts.clients().longestRevocation().toNanos() : SETTLE_NANOS;
    }

    /** Waits for what runs, so that the next owner does not repeat it, nor begin what keeps an order with it. */
    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> revoked) {
        seen();
        going = find(revoked);
        going.forEach(each -> each.lease().revoke());
        going.forEach(each -> each.order().dropWaiting());
        long began = System.nanoTime();
        await(() -> going.stream().allMatch(each -> each.inHand() == 0) || System.nanoTime() - began >= settleNanos());
        writeProgress();
        going.forEach(this::forget);
        going = List.of();
    }

    private void await(BooleanSupplier over) {
        while (!over.getAsBoolean() && !vanished) {
            mail.read();
            meanwhile.run();
            LockSupport.parkNanos(this, LOOK_NANOS);
        }
    }

    /**
     * Has the progress say what rows of a database say, which the next owner would have to read otherwise, and that nothing is in work,
     * which would count as lost.
     */
    private void writeProgress() {
        long end = System.nanoTime() + (leaves ? LAST_MARK_OF_ALL_NANOS : LAST_MARK_NANOS);
        await(() -> {
            going.stream().filter(OwnedPartition::needsLastMark).forEach(each -> parts.ends()
                    .end(RemoteEnd.mark(each.lease())));
            return going.stream().noneMatch(OwnedPartition::isLastMarkMissing) || System.nanoTime() - end >= 0;
        });
    }

    @Override
    public void onPartitionsLost(Collection<TopicPartition> lost) {
        find(lost).forEach(this::forget);
    }

    private List<OwnedPartition> find(Collection<TopicPartition> partitions) {
        return partitions.stream()
                .map(TopicPartition::partition)
                .filter(owned::containsKey)
                .map(owned::get)
                .toList();
    }

    private void forget(OwnedPartition gone) {
        gone.lease().end();
        gone.order().dropWaiting();
        owned.remove(gone.topicPartition().partition());
        loader.forget(gone.topicPartition().partition());
    }

    /** The client does not work any more: nothing of it ends here. */
    void forgetAll() {
        queue.left(membership);
        List.copyOf(owned.values()).forEach(this::forget);
        loader.close();
    }

    /** The process ends without a goodbye. Any thread. */
    void vanish() {
        vanished = true;
    }

    // loading

    boolean isLoading() {
        return loader.isLoading()
                || owned.values().stream().anyMatch(each -> each.phase() == OwnedPartition.Phase.SETTLING);
    }

    /** Goes on with partitions whose progress is not known yet, and cuts what is done off the others. */
    void load() {
        for (OwnedPartition each : owned.values()) {
            if (each.phase() == OwnedPartition.Phase.SETTLING && each.hasSettled(settleNanos())) {
                each.loads();
                loader.begin(each.topicPartition().partition(), true);
            }
        }
        loader.advance().forEach(this::loaded);
        loader.rest();
        cutter.cut(owned.values());
    }

    private void loaded(ProgressLoader.Loaded found) {
        OwnedPartition partition = owned.get(found.partition());
        if (partition != null) {
            partition.lease().progress().restore(found.progress(), found.begin(), found.rows(), owner);
            partition.lease().taken(found.epoch());
            consumer.seek(
                    partition.topicPartition(),
                    Math.max(found.begin(), found.progress().low()));
            partition.delivers(found.seen());
        }
    }

    // what becomes of events; any thread

    @Override
    public void ended(List<RemoteEnd> ends) {
        mail.post(() -> {
            long now = System.currentTimeMillis();
            ends.forEach(end -> ended(end, now));
        });
    }

    @Override
    public void released(RemoteEvent event) {
        mail.post(() -> {
            OwnedPartition partition = find(event.lease());
            if (partition != null && partition.order().has(event)) {
                partition.lease().progress().returned(event.offset());
                partition.order().cameBack(event, event.tries(), 0, System.currentTimeMillis());
            }
        });
    }

    @Override
    public void covered(PartitionLease lease, List<UncoveredRow> rows) {
        parts.ledger().forget(lease, rows);
    }

    @Override
    public void outcomeUnknown(PartitionLease lease) {
        lease.end();
        mail.post(() -> {
            OwnedPartition partition = find(lease);
            if (partition != null) {
                consumer.pause(List.of(partition.topicPartition()));
                loader.forget(lease.partition());
                PartitionLease next = new PartitionLease(queue, lease.partition(), this);
                if (going.contains(partition)) {
                    next.revoke();
                }
                partition.settle(
                        next, new PartitionOrder(next, budget), parts.ends().betweenTransactions());
            }
        });
    }

    // on the reader's thread again

    private @Nullable OwnedPartition find(PartitionLease lease) {
        OwnedPartition partition = owned.get(lease.partition());
        return partition == null || partition.lease() != lease ? null : partition;
    }

    private void ended(RemoteEnd end, long now) {
        OwnedPartition partition = find(end.lease());
        if (partition == null) {
            return;
        }
        RemoteEvent event = end.event();
        String released = end.released();
        if (event == null && !end.purges()) {
            partition.skips(-end.skipped().size());
        }
        if (event == null && released != null) {
            partition.order().released(hold -> hold.letter().equals(released), now);
        } else if (end.purges()) {
            partition.order().released(hold -> true, now);
        } else if (event != null && partition.order().has(event)) {
            ended(partition.order(), end, event, now);
        }
    }

    private static void ended(PartitionOrder order, RemoteEnd end, RemoteEvent event, long now) {
        KeptTry kept = end.keepsPlace() ? event.lease().progress().triesAt(event.offset()) : null;
        if (kept != null) {
            order.cameBack(event, kept.tries(), kept.dueAt(), now);
            return;
        }
        boolean holds = end.holdsOrder();
        String letter = event.lease().letterId(event.offset());
        order.ended(event, holds ? new KeyHold(letter, event.rank()) : null, now);
    }

    /** Has the parts of the store write what is done without an event. */
    void skip(OwnedPartition partition, List<Long> places, @Nullable String released) {
        partition.skips(places.size());
        parts.ends().end(RemoteEnd.skip(partition.lease(), places, released));
    }
}
