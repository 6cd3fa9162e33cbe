package io.concor.kafka.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.kafka.SharedBroker;
import io.concor.kafka.TextMessages;
import io.concor.kafka.event.OpenQueue;
import io.concor.kafka.event.PartitionLease;
import io.concor.kafka.event.PartitionListenerAdapter;
import io.concor.kafka.event.RemoteEnd;
import io.concor.kafka.event.RemoteEvent;
import io.concor.kafka.record.EventRecord;
import io.concor.kafka.record.FailedTries;
import io.concor.kafka.topic.TopicNames;
import io.concor.kafka.write.TransactionPace.Urgency;
import io.concor.queue.Ending;
import io.concor.queue.QueueDefinition;
import io.concor.queue.QueueDefinition.Order;
import io.concor.queues.measure.QueueActivity;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Which ends wait for others, so that one transaction has them all. */
@Timeout(60)
class WaitingEndsTest implements PartitionListenerAdapter {

    private static final long LONG_NANOS = TimeUnit.MINUTES.toNanos(10);

    private final TransactionPace pace = new TransactionPace();
    private final WaitingEnds ends = new WaitingEnds(Thread.currentThread(), pace);
    private final OpenQueue queue = queue(1_000);
    private final OpenQueue next = queue(1_000);

    private static OpenQueue queue(int capacity) {
        QueueDefinition definition = new QueueDefinition("flow", "slot", Order.ANY, capacity);
        OpenQueue queue = new OpenQueue(
                definition, TopicNames.DEFAULT.of(definition), 4, new TextMessages(), new QueueActivity());
        queue.delivery().to(event -> true);
        return queue;
    }

    private RemoteEvent event(OpenQueue of) {
        EventRecord record = of.eventRecord(of.prepare(SharedBroker.event("event-0", null)));
        return new RemoteEvent(new PartitionLease(of, 0, this), 0, 0, record, FailedTries.NONE, null);
    }

    private RemoteEnd handled(OpenQueue of) {
        return RemoteEnd.of(event(of), new Ending.Handled(), null);
    }

    private RemoteEnd dead() {
        return RemoteEnd.of(
                event(queue), new Ending.Dead(new Ending.Failure("slot", new IllegalStateException(), false)), null);
    }

    /** So that the pause after the last transaction is over long after this test. */
    private static void pause(TransactionPace pace) {
        pace.ended(System.nanoTime(), System.nanoTime() + LONG_NANOS);
    }

    @Test
    void thePauseIsAsLongAsTwoTransactionsAndNeverLong() {
        pace.ended(0, 3_000_000);
        assertThat(pace.nanosLeft(Urgency.PRESSING, 3_000_000)).isZero();
        assertThat(pace.nanosLeft(Urgency.AWAITED, 3_000_000)).isEqualTo(6_000_000);
        assertThat(pace.nanosLeft(Urgency.AWAITED, 9_000_000)).isZero();
        assertThat(pace.nanosLeft(Urgency.NONE, 3_000_000)).isEqualTo(50_000_000);
        pace.ended(0, LONG_NANOS);
        assertThat(pace.nanosLeft(Urgency.AWAITED, LONG_NANOS)).isEqualTo(20_000_000);
    }

    @Test
    void theFirstOneWaitsForNone() {
        ends.add(handled(queue));
        assertThat(ends.isDue()).isTrue();
    }

    @Test
    void manyWaitForNone() {
        pause(pace);
        for (int i = 0; i < 31; i++) {
            ends.add(handled(queue));
            assertThat(ends.isDue()).isFalse();
        }
        ends.add(handled(queue));
        assertThat(ends.isDue()).isTrue();
        List<RemoteEnd> taken = new ArrayList<>();
        ends.takeInto(taken);
        assertThat(taken).hasSize(32);
        assertThat(ends.isDue()).isFalse();
    }

    /** Else a slot with a small capacity would handle no more in a second than its capacity in each pause. */
    @Test
    void oneOfAQueueThatIsNearlyFullWaitsForNone() {
        pace.ended(System.nanoTime() - LONG_NANOS, System.nanoTime());
        ends.add(handled(queue(16)));
        assertThat(ends.isDue()).isTrue();
    }

    @Test
    void oneThatIsAwaitedWakesAThreadThatWaitsForOthersOnly() throws InterruptedException {
        RemoteEvent awaited = event(queue);
        awaited.whenEnded(() -> {});
        RemoteEnd result = RemoteEnd.of(awaited, new Ending.Handled(), null);
        RemoteEvent recalled = event(queue);
        recalled.lease().revoke();
        RemoteEnd leaving = RemoteEnd.of(recalled, new Ending.Handled(), null);
        for (Supplier<RemoteEnd> each : List.<Supplier<RemoteEnd>>of(() -> result, this::dead, () -> leaving)) {
            wakes(each.get());
        }
    }

    private void wakes(RemoteEnd urgent) throws InterruptedException {
        TransactionPace slow = new TransactionPace();
        pause(slow);
        CountDownLatch asleep = new CountDownLatch(1);
        CountDownLatch awake = new CountDownLatch(1);
        List<WaitingEnds> made = new ArrayList<>();
        Thread thread = new Thread(() -> {
            made.get(0).sleep(Long.MAX_VALUE, () -> {
                asleep.countDown();
                return false;
            });
            awake.countDown();
        });
        WaitingEnds some = new WaitingEnds(thread, slow);
        made.add(some);
        some.add(handled(queue));
        thread.start();
        asleep.await();
        some.add(urgent);
        awake.await();
    }

    @Test
    void takesThoseOfAllQueuesInTheirOrder() {
        List<RemoteEnd> all =
                Stream.of(handled(queue), handled(next), handled(queue)).toList();
        all.forEach(ends::add);
        List<RemoteEnd> taken = new ArrayList<>();
        ends.takeInto(taken);
        assertThat(taken).containsExactlyElementsOf(all);
        assertThat(ends.isEmpty()).isTrue();
    }

    /** Else a store that is closed, or a queue that closes, would wait for a pause. */
    @Test
    void doesNotSleepWhileThereIsOtherWork() {
        pause(pace);
        ends.add(handled(queue));
        ends.sleep(Duration.ofDays(1).toNanos(), () -> true);
        assertThat(ends.isDue()).isFalse();
    }
}
