package io.concor.kafka.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.kafka.KafkaQueueStore;
import io.concor.kafka.SharedBroker;
import io.concor.kafka.TextMessages;
import io.concor.kafka.event.OpenQueue;
import io.concor.kafka.ledger.LedgerAccess;
import io.concor.kafka.topic.ClientSettings;
import io.concor.kafka.topic.TopicNames;
import io.concor.kafka.write.EndProducer;
import io.concor.queue.EventReceiver;
import io.concor.queue.QueueDefinition;
import io.concor.queue.QueueDefinition.Order;
import io.concor.queue.StoredEvent;
import io.concor.queue.StoredQueue;
import io.concor.queues.jdbc.DatabaseHealth;
import io.concor.queues.measure.BusyTime;
import io.concor.queues.measure.QueueActivity;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Rounds of a reader. */
@Timeout(60)
class GroupReaderTest implements EventReceiver {

    private static final int ENOUGH = 256;
    private static final int MORE = 10;
    private static final int ALWAYS = Integer.MAX_VALUE / 4;

    private final QueueDefinition definition = new QueueDefinition(SharedBroker.flow(), "slot", Order.ANY, 1_000);
    private final OpenQueue queue =
            new OpenQueue(definition, TopicNames.DEFAULT.of(definition), 1, new TextMessages(), new QueueActivity());
    private final AtomicInteger room = new AtomicInteger(ENOUGH);
    private final AtomicInteger taken = new AtomicInteger();
    private final AtomicInteger refused = new AtomicInteger();

    @Override
    public boolean receive(StoredEvent event) {
        boolean takes = room.get() > 0;
        if (takes) {
            room.decrementAndGet();
        }
        (takes ? taken : refused).incrementAndGet();
        return takes;
    }

    private static GroupParts parts(ClientSettings clients, Admin admin, EndProducer ends) {
        DatabaseHealth health = new DatabaseHealth("test");
        return new GroupParts(
                clients,
                admin,
                ends,
                LedgerAccess.NONE,
                new StuckTransactions(admin, TopicNames.DEFAULT),
                health,
                new BusyTime(),
                Duration.ofHours(1),
                Duration.ofHours(1),
                1_000_000);
    }

    /** A round costs as much as some hundred events: one for each event that a full receiver takes would be the most of its cost. */
    @Test
    void restsWhileItsReceiverIsFullSoThatItTakesSeveralEventsInTheNextRound() throws Exception {
        ClientSettings clients =
                new ClientSettings(Map.of("bootstrap.servers", SharedBroker.address()), "test", Duration.ofSeconds(10));
        Semaphore resting = new Semaphore(0);
        Semaphore goesOn = new Semaphore(0);
        try (KafkaQueueStore store = SharedBroker.store().partitions(1).build();
                Admin admin = SharedBroker.admin();
                EndProducer ends = new EndProducer(clients, () -> {}, new DatabaseHealth("test"), new BusyTime())) {
            ends.start();
            putAll(store.open(definition), ENOUGH + 2 * MORE);
            queue.knowsPause();
            queue.delivery().to(this);
            GroupReader reader = new GroupReader(queue, parts(clients, admin, ends), () -> {
                resting.release();
                goesOn.acquireUninterruptibly();
            });
            reader.start();
            try {
                assertThat(resting.tryAcquire(20, TimeUnit.SECONDS))
                        .as("it rests")
                        .isTrue();
                int refusedBefore = refused.get();
                for (int i = 0; i < MORE; i++) {
                    room.incrementAndGet();
                    if (queue.delivery().roomMade()) {
                        reader.roomMade();
                    }
                }
                assertThat(taken).hasValue(ENOUGH);
                goesOn.release(ALWAYS);
                await("the next round").until(() -> refused.get() > refusedBefore);
                assertThat(taken).hasValue(ENOUGH + MORE);
            } finally {
                goesOn.release(ALWAYS);
                reader.vanish();
            }
        }
    }

    private static void putAll(StoredQueue queue, int count) {
        List<CompletableFuture<Void>> puts = IntStream.range(0, count)
                .mapToObj(i -> SharedBroker.put(queue, SharedBroker.event("event-" + i, null)))
                .toList();
        puts.forEach(CompletableFuture::join);
    }
}
