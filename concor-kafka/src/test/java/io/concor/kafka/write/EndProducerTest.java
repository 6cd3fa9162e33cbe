package io.concor.kafka.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.kafka.SharedBroker;
import io.concor.kafka.TextMessages;
import io.concor.kafka.event.OpenQueue;
import io.concor.kafka.event.PartitionLease;
import io.concor.kafka.event.PartitionListenerAdapter;
import io.concor.kafka.event.RemoteEnd;
import io.concor.kafka.event.RemoteEvent;
import io.concor.kafka.record.EventRecord;
import io.concor.kafka.record.FailedTries;
import io.concor.kafka.topic.ClientSettings;
import io.concor.kafka.topic.TopicNames;
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
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What becomes of ends before their transaction is written. */
@Timeout(60)
class EndProducerTest implements PartitionListenerAdapter {

    private static final Duration LONG = Duration.ofSeconds(30);
    /** So large are the records by which brokers end transactions. */
    private static final int OF_MARKER = 90;

    private final ClientSettings clients =
            new ClientSettings(Map.of("bootstrap.servers", "localhost:1"), "test", Duration.ofSeconds(10));
    private final OpenQueue first = queue("flow", "first");
    private final OpenQueue second = queue("flow", "second");
    private final Queue<RemoteEnd> written = new ConcurrentLinkedQueue<>();

    private static OpenQueue queue(String flow, String slot) {
        QueueDefinition definition = new QueueDefinition(flow, slot, Order.ANY, 100);
        return new OpenQueue(definition, TopicNames.DEFAULT.of(definition), 4, new TextMessages(), new QueueActivity());
    }

    @Override
    public void ended(List<RemoteEnd> ends) {
        written.addAll(ends);
    }

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

    /** Others wait for what it has left open as long as no producer of its name begins. */
    @Test
    @Timeout(60)
    void aProducerIsBegunAlthoughAllThatIsThereWaits() throws Exception {
        ClientSettings own = new ClientSettings(
                Map.of("bootstrap.servers", SharedBroker.address()), SharedBroker.flow(), Duration.ofSeconds(10));
        first.suspicion().raise();
        try (Admin admin = SharedBroker.admin();
                EndProducer producer = new EndProducer(own, () -> {}, new DatabaseHealth("test"), new BusyTime())) {
            producer.start();
            RemoteEnd waiting = end(new Ending.Handled(), null);
            producer.end(waiting);
            await("a producer").atMost(LONG).until(() -> epoch(admin, own) >= 0);
            int before = epoch(admin, own);
            second.suspicion().lasts("its topic is another one");
            producer.closed(second, System.nanoTime() + LONG.toNanos()); // has it closed
            await("another one").atMost(LONG).until(() -> epoch(admin, own) > before);
            waiting.lease().end(); // nothing is waited for when it is closed
        }
    }

    /** It would be refused for ever, with all that ends in the same transaction. */
    @Test
    void progressThatItsTopicDoesNotTakeHoldsUpNoOtherQueue() throws Exception {
        ClientSettings own = new ClientSettings(
                Map.of("bootstrap.servers", SharedBroker.address()), SharedBroker.flow(), Duration.ofSeconds(10));
        OpenQueue narrow = queue(own.instance(), "narrow");
        OpenQueue other = queue(own.instance(), "other");
        try (Admin admin = SharedBroker.admin();
                EndProducer producer = new EndProducer(own, () -> {}, new DatabaseHealth("test"), new BusyTime())) {
            createTopics(admin, narrow, OF_MARKER);
            createTopics(admin, other, 1 << 20);
            RemoteEnd refused = progressOf(narrow);
            RemoteEnd taken = progressOf(other);
            producer.end(refused);
            producer.end(taken);
            producer.start(); // both are in its first transaction
            await("the other one").atMost(LONG).until(() -> written.contains(taken));
            assertThat(written).containsExactly(taken);
            refused.lease().end(); // nothing is waited for when it is closed
        }
    }

    private static void createTopics(Admin admin, OpenQueue queue, int largestProgress) throws Exception {
        NewTopic events = new NewTopic(queue.topics().events(), 1, (short) 1);
        NewTopic state = new NewTopic(queue.topics().state(), 1, (short) 1)
                .configs(Map.of("max.message.bytes", String.valueOf(largestProgress)));
        admin.createTopics(List.of(events, state)).all().get();
    }

    /** Returns that the progress of a partition is to be written, which has more bytes than {@link #OF_MARKER}. */
    private RemoteEnd progressOf(OpenQueue queue) {
        queue.group(new ConsumerGroupMetadata(queue.topics().events(), -1, "", Optional.empty()));
        PartitionLease lease = new PartitionLease(queue, 0, this);
        for (int place = 0; place < 100; place += 2) {
            lease.progress().read(place);
        }
        return RemoteEnd.mark(lease);
    }

    private static int epoch(Admin admin, ClientSettings of) throws Exception {
        String producer = of.instance() + "-" + ClientSettings.ENDS;
        try {
            return admin.describeTransactions(List.of(producer))
                    .description(producer)
                    .get()
                    .producerEpoch();
        } catch (ExecutionException notYet) {
            return -1;
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

    /** Else each end would have a transaction of its own, which costs as much as one of hundreds. */
    @Test
    void endsThatNothingAwaitsWaitForOthersUntilThereAreMany() {
        ClientSettings impatient = new ClientSettings(
                Map.of("bootstrap.servers", "localhost:1", "max.block.ms", "100"), "test", Duration.ofSeconds(10));
        TransactionPace pace = new TransactionPace();
        pace.ended(System.nanoTime(), System.nanoTime() + TimeUnit.MINUTES.toNanos(10));
        BusyTime busy = new BusyTime();
        EndProducer producer = new EndProducer(impatient, () -> {}, new DatabaseHealth("test"), busy, pace);
        first.delivery().to(event -> true);
        producer.start();
        try {
            IntStream.range(1, 32).forEach(i -> producer.end(end(new Ending.Handled(), null)));
            producer.betweenTransactions().join();
            producer.betweenTransactions().join(); // its thread has looked at them since the first one
            assertThat(busy.nanos()).as("time for transactions").isZero();
            producer.end(end(new Ending.Handled(), null));
            await("a transaction").until(() -> busy.nanos() > 0);
        } finally {
            producer.vanish();
        }
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
