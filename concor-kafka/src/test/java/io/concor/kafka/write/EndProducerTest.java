package io.concor.kafka.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.kafka.SharedBroker;
import io.concor.kafka.TextMessages;
import io.concor.kafka.event.OpenQueue;
import io.concor.kafka.event.PartitionLease;
import io.concor.kafka.event.PartitionListener;
import io.concor.kafka.event.RemoteEnd;
import io.concor.kafka.event.RemoteEvent;
import io.concor.kafka.event.UncoveredRow;
import io.concor.kafka.record.EventRecord;
import io.concor.kafka.record.FailedTries;
import io.concor.kafka.topic.ClientSettings;
import io.concor.kafka.topic.QueueTopics;
import io.concor.queue.Ending;
import io.concor.queue.NewEvent;
import io.concor.queue.QueueDefinition;
import io.concor.queue.QueueDefinition.Order;
import io.concor.queues.jdbc.DatabaseHealth;
import io.concor.queues.measure.BusyTime;
import io.concor.queues.measure.QueueActivity;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What becomes of ends before their transaction is written. */
class EndProducerTest implements PartitionListener {

    private final ClientSettings clients =
            new ClientSettings(Map.of("bootstrap.servers", "localhost:1"), "test", Duration.ofSeconds(10));
    private final OpenQueue first = queue("first");
    private final OpenQueue second = queue("second");

    private static OpenQueue queue(String slot) {
        QueueDefinition definition = new QueueDefinition("flow", slot, Order.ANY, 100);
        return new OpenQueue(definition, QueueTopics.of(definition), 4, new TextMessages(), new QueueActivity());
    }

    @Override
    public void ended(List<RemoteEnd> ends) {}

    @Override
    public void released(RemoteEvent event) {}

    @Override
    public void covered(PartitionLease lease, List<UncoveredRow> rows) {}

    @Override
    public void outcomeUnknown(PartitionLease lease) {}

    private RemoteEnd end(Ending ending, @Nullable OpenQueue next) {
        return end(SharedBroker.event("event-0", null), ending, next);
    }

    private RemoteEnd end(NewEvent event, Ending ending, @Nullable OpenQueue next) {
        EventRecord record = first.eventRecord(first.prepare(event));
        PartitionLease lease = new PartitionLease(first, 0, this);
        return RemoteEnd.of(new RemoteEvent(lease, 0, 0, record, FailedTries.NONE, null), ending, next);
    }

    /** Else a slot that is moved to memory would have events overtake those that are being handed over. */
    @Test
    void theNextQueueIsNotKnownToBeEmptyWhileAHandOverWaitsForItsTransaction() {
        second.depth().counted(second.depth().beginCount(0), 0);
        assertThat(second.depth().isKnownEmpty()).isTrue();
        EndProducer producer = new EndProducer(clients, () -> {}, new DatabaseHealth("test"), new BusyTime());
        RemoteEnd end = end(new Ending.Handled(), second);
        producer.end(end);
        second.depth().counted(second.depth().beginCount(0), 0); // it has not arrived
        assertThat(second.depth().isKnownEmpty()).isFalse();
        end.handOverIsOver();
        end.handOverIsOver();
        second.depth().counted(second.depth().beginCount(0), 0);
        assertThat(second.depth().isKnownEmpty()).isTrue();
        assertThat(second.depth().onTheWay()).isZero();
    }

    @Test
    void anEndOfALeaseThatLivesWaitsWhileItsReaderIsNoMember() throws Exception {
        try (KafkaProducer<byte[], byte[]> producer = clients.producer()) {
            EndTransaction transaction = new EndTransaction(producer, false);
            RemoteEnd lives = end(new Ending.Handled(), null);
            RemoteEnd gone = end(new Ending.Handled(), null);
            gone.lease().end();
            assertThat(transaction.add(List.of(gone, lives), 0)).containsExactly(lives);
            assertThat(transaction.isEmpty()).isTrue();
        }
    }

    /** The former reader of a queue may leave the group after the next one has begun. */
    @Test
    void aReaderThatLeavesTakesTheMembershipOfAnotherNotAway() {
        ConsumerGroupMetadata former = new ConsumerGroupMetadata("group", 1, "former", Optional.empty());
        ConsumerGroupMetadata present = new ConsumerGroupMetadata("group", 2, "present", Optional.empty());
        first.group(former);
        first.group(present);
        first.left(former);
        assertThat(first.group()).isSameAs(present);
        first.left(present);
        assertThat(first.group()).isNull();
    }

    private RemoteEnd large(int bytes) {
        NewEvent event = new NewEvent("event-0", false, "x".repeat(bytes), null, Duration.ZERO, Map.of());
        return end(event, new Ending.Dead(new Ending.Failure("first", new IllegalStateException(), false)), null);
    }

    /** Else transactions of large messages would not end in time, and be begun anew with as much for ever. */
    @Test
    void aTransactionHasSomeMegabytesAndLessAfterOneThatFailed() {
        TransactionSize size = new TransactionSize();
        List<RemoteEnd> ends = Collections.nCopies(20, large(1_000_000));
        assertThat(size.parts(ends)).allSatisfy(part -> assertThat(part).hasSizeBetween(1, 8));
        assertThat(size.parts(ends).stream().flatMap(List::stream)).hasSize(20);
        assertThat(size.parts(Collections.nCopies(2, large(9_000_000)))).hasSize(2);
        List<RemoteEnd> small = Collections.nCopies(2_000, end(new Ending.Handled(), null));
        assertThat(size.parts(small)).hasSize(1);
        size.failed();
        assertThat(size.parts(small)).hasSize(2);
        IntStream.range(0, 20).forEach(i -> size.failed());
        assertThat(size.parts(small)).hasSize(2_000);
        IntStream.range(0, 20).forEach(i -> size.committed());
        assertThat(size.parts(small)).hasSize(1);
    }
}
