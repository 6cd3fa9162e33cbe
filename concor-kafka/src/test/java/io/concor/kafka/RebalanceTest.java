package io.concor.kafka;

import static io.concor.kafka.SharedBroker.event;
import static io.concor.kafka.SharedBroker.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.queue.Ending;
import io.concor.queue.QueueDefinition;
import io.concor.queue.QueueDefinition.Order;
import io.concor.queue.StoredEvent;
import io.concor.queue.StoredQueue;
import java.time.Duration;
import java.util.HashSet;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Partitions go from one process to another one while tasks run. */
@Timeout(120)
class RebalanceTest {

    private static final Duration LONG = Duration.ofSeconds(40);
    private static final int KEYS = 12;

    private final QueueDefinition definition = new QueueDefinition(SharedBroker.flow(), "slot", Order.KEY, 1_000);
    private final Queue<String> begun = new ConcurrentLinkedQueue<>();
    private final Queue<String> handled = new ConcurrentLinkedQueue<>();
    private final CountDownLatch goOn = new CountDownLatch(1);

    private Ending handle(StoredEvent event) throws Exception {
        begun.add(event.id());
        goOn.await();
        handled.add(event.id());
        return new Ending.Handled();
    }

    private void assertThatNoneRunsTwice() {
        try {
            await("none runs twice")
                    .during(Duration.ofSeconds(9))
                    .atMost(Duration.ofSeconds(12))
                    .until(() -> begun.stream().distinct().count() == begun.size());
        } catch (ConditionTimeoutException twice) {
            goOn.countDown(); // else the workers could not end
            throw twice;
        }
    }

    /** Longer than an orderly shutdown would wait. */
    @Test
    @Tag("full")
    void aPartitionWaitsForTheTaskThatRunsBeforeItGoesToAnotherProcess() throws Exception {
        try (KafkaQueueStore first = SharedBroker.store().build();
                KafkaQueueStore second = SharedBroker.store().build()) {
            StoredQueue there = first.open(definition);
            StoredQueue here = second.open(definition);
            IntStream.range(0, KEYS)
                    .mapToObj(i -> put(there, event("event-" + i, "key-" + i)))
                    .toList()
                    .forEach(put -> put.join());
            try (TestWorkers former = TestWorkers.serve(there, 64, this::handle)) {
                await("all run, or wait for one that does").atMost(LONG).until(() -> begun.size() >= KEYS / 2);
                try (TestWorkers next = TestWorkers.serve(here, 64, this::handle)) {
                    assertThatNoneRunsTwice();
                    put(there, event("event-" + KEYS, "key-0")).join();
                    goOn.countDown();
                    await("all").atMost(LONG).until(() -> handled.size() > KEYS);
                }
            }
        }
        assertThat(handled).hasSize(KEYS + 1).doesNotHaveDuplicates().containsSubsequence("event-0", "event-" + KEYS);
    }

    /** A worker gives back what waited for it when it finds that its partition goes. */
    @Test
    @Tag("full")
    void whatGoesBackIsNotHandedOutAgainWhileItsPartitionGoes() throws Exception {
        try (KafkaQueueStore first = SharedBroker.store().build();
                KafkaQueueStore second = SharedBroker.store().build()) {
            StoredQueue there = first.open(definition);
            StoredQueue here = second.open(definition);
            IntStream.range(0, KEYS)
                    .mapToObj(i -> put(there, event("event-" + i, "key-" + i)))
                    .toList()
                    .forEach(put -> put.join());
            Queue<StoredEvent> inHand = new ConcurrentLinkedQueue<>();
            Set<String> givenBack = new HashSet<>();
            there.deliver(inHand::add);
            await("all are handed out").atMost(LONG).until(() -> inHand.size() == KEYS);
            goOn.countDown();
            try (TestWorkers next = TestWorkers.serve(here, 1, this::handle)) {
                await("the next owner has what was given back").atMost(LONG).until(() -> {
                    inHand.stream().filter(StoredEvent::isRecalled).forEach(event -> {
                        givenBack.add(event.id());
                        inHand.remove(event);
                        there.release(event);
                    });
                    return !givenBack.isEmpty() && handled.containsAll(givenBack);
                });
            }
            there.stopDelivering();
            inHand.forEach(there::release);
        }
        assertThat(handled).doesNotHaveDuplicates();
    }
}
