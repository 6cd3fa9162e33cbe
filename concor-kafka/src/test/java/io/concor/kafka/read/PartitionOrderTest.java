package io.concor.kafka.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.kafka.SharedBroker;
import io.concor.kafka.TextMessages;
import io.concor.kafka.event.OpenQueue;
import io.concor.kafka.event.PartitionLease;
import io.concor.kafka.event.PartitionListenerAdapter;
import io.concor.kafka.event.RemoteEvent;
import io.concor.kafka.record.EventRecord;
import io.concor.kafka.record.FailedTries;
import io.concor.kafka.topic.TopicNames;
import io.concor.queue.NewEvent;
import io.concor.queue.QueueDefinition;
import io.concor.queue.QueueDefinition.Order;
import io.concor.queues.measure.QueueActivity;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PartitionOrderTest implements PartitionListenerAdapter {

    private static final long NOW = 1_000_000;
    private static final long LATER = NOW + 60_000;
    private static final int MANY = 5_000;

    private final QueueDefinition definition = new QueueDefinition("flow", "slot", Order.KEY, 100);
    private final OpenQueue queue =
            new OpenQueue(definition, TopicNames.DEFAULT.of(definition), 4, new TextMessages(), new QueueActivity());
    private final PartitionLease lease = new PartitionLease(queue, 0, this);
    private final CopyBudget budget = new CopyBudget();
    private final PartitionOrder order = new PartitionOrder(lease, budget);

    private EventRecord record(String key) {
        return queue.eventRecord(queue.prepare(SharedBroker.event("event", key)));
    }

    private void arrive(long offset, String key) {
        arrive(offset, key, Duration.ZERO);
    }

    private void arrive(long offset, @Nullable String key, Duration delay) {
        NewEvent event = new NewEvent("event", false, "message", key, delay, Map.of());
        lease.progress().read(offset);
        order.arrived(offset, queue.eventRecord(queue.prepare(event)), NOW);
    }

    private @Nullable Long next(long now) {
        WaitingEvent next = order.next(now);
        return next == null ? null : Long.valueOf(next.offset());
    }

    private RemoteEvent handOut(long now) {
        WaitingEvent next = Objects.requireNonNull(order.next(now));
        EventRecord copy = Objects.requireNonNull(next.copy());
        RemoteEvent event = new RemoteEvent(lease, next.offset(), next.rank(), copy, next.tries(), next.orderKey());
        order.took(next, event, now);
        return event;
    }

    /** Each of many keys has a first event that failed, and one behind that. */
    @Test
    void keysThatFailKeepNoRoomFromOthers() {
        for (int i = 0; i < MANY; i++) {
            arrive(2L * i, "key-" + i);
            RemoteEvent failed = handOut(NOW);
            arrive(2L * i + 1, "key-" + i);
            order.cameBack(failed, new FailedTries(1, NOW, NOW), LATER, NOW);
        }
        assertThat(budget.hasRoom()).isTrue();
        assertThat(order.missing(NOW)).isEqualTo(-1);
        arrive(2 * MANY, "another key");
        assertThat(next(NOW)).isEqualTo(2 * MANY);
    }

    @Test
    void whatHasFailedIsReadAgainWhenItIsDueAndThoseBehindItAfterIt() {
        arrive(0, "key");
        RemoteEvent failed = handOut(NOW);
        arrive(1, "key");
        order.cameBack(failed, new FailedTries(1, NOW, NOW), LATER, NOW);
        order.readAgain(0, record("key"), NOW); // too early
        assertThat(next(LATER)).isNull();
        order.advance(LATER);
        assertThat(order.missing(LATER)).isZero();
        order.readAgain(0, record("key"), LATER);
        order.readAgain(1, record("key"), LATER);
        assertThat(handOut(LATER).offset()).isZero();
        assertThat(handOut(LATER).offset()).isEqualTo(1);
    }

    /** The time of an event that was purged comes while later ones of its key wait. */
    @Test
    void anEventIsHandedOutOnceAfterAPurgeOfADelayedOne() {
        arrive(10, "key");
        RemoteEvent failed = handOut(NOW);
        order.cameBack(failed, new FailedTries(1, NOW, NOW), LATER, NOW);
        order.purge(20, NOW);
        arrive(20, "key");
        arrive(21, "key");
        assertThat(handOut(NOW).offset()).isEqualTo(20);

        order.advance(LATER);

        assertThat(handOut(LATER).offset()).isEqualTo(21);
        assertThat(next(LATER)).isNull();
    }

    /** What is due in an hour, or waits behind that, is not in memory; that it waits is. */
    @Test
    void aPartitionIsFullWhileManyEventsWaitWithoutACopy() {
        OwnedPartition partition = new OwnedPartition(new TopicPartition("events", 0), lease, order);
        int most = 800;
        for (int i = 0; i < most; i++) {
            assertThat(partition.looksHowFull(Long.MAX_VALUE, most)).isFalse();
            arrive(i, i % 2 == 0 ? null : "key", Duration.ofHours(1));
        }
        assertThat(partition.looksHowFull(Long.MAX_VALUE, most)).isTrue();
        assertThat(partition.isFull()).isTrue();

        order.purge(most / 8, NOW);
        assertThat(partition.looksHowFull(Long.MAX_VALUE, most)).isFalse();
        order.purge(most / 8 + 1, NOW);
        assertThat(partition.looksHowFull(Long.MAX_VALUE, most)).isTrue();
        assertThat(partition.isFull()).isFalse();
    }
}
