package io.concor.kafka.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.kafka.TextMessages;
import io.concor.kafka.event.KnownDepth;
import io.concor.kafka.event.OpenQueue;
import io.concor.kafka.topic.TopicNames;
import io.concor.queue.QueueDefinition;
import io.concor.queue.QueueDefinition.Order;
import io.concor.queues.measure.QueueActivity;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** How often brokers are asked for the length of a queue. */
class CountPaceTest {

    private static final int CAPACITY = 1_000;

    private final CountPace pace = new CountPace();
    private final KnownDepth depth = depth();
    private long end;
    private long now;

    private static KnownDepth depth() {
        QueueDefinition definition = new QueueDefinition("flow", "slot", Order.ANY, CAPACITY);
        return new OpenQueue(definition, TopicNames.DEFAULT.of(definition), 4, new TextMessages(), new QueueActivity())
                .depth();
    }

    /** The queue is counted some time later. */
    private void count(long waiting, long came, long millisLater) {
        now += TimeUnit.MILLISECONDS.toNanos(millisLater);
        end += came;
        depth.counted(depth.beginCount(0), waiting);
        pace.counted(waiting, end, now);
    }

    private boolean isDueAfter(long millis) {
        return pace.isDue(depth, now + TimeUnit.MILLISECONDS.toNanos(millis));
    }

    private void assertDueAfter(long millis) {
        assertThat(isDueAfter(millis - 1)).as("before %d ms", millis).isFalse();
        assertThat(isDueAfter(millis)).as("after %d ms", millis).isTrue();
    }

    @Test
    void aQueueThatWasOpenedIsCountedAtOnce() {
        assertThat(isDueAfter(0)).isTrue();
    }

    /** As a delayed event does, for hours. */
    @Test
    void aQueueInWhichSomethingWaitsAndNothingHappensIsCountedSeldom() {
        count(1, 1, 0);
        assertDueAfter(5_000);
        depth.room();
        assertDueAfter(5_000);
    }

    @Test
    void aQueueThatThisProcessChangesIsCountedEachSecond() {
        count(0, 0, 0);
        depth.took(1);
        assertDueAfter(1_000);
    }

    @Test
    void whoeverWaitsForAQueueToBeEmptyHasItCountedAtTheNextLook() {
        count(0, 0, 0);
        assertThat(depth.isKnownEmpty()).isTrue();
        assertDueAfter(5_000);
        count(1, 1, 0);
        assertThat(depth.isKnownEmpty()).isFalse();
        assertDueAfter(0);
        count(0, 0, 200);
        assertDueAfter(5_000);
    }

    /** Else more than its capacity would come to it from other processes before this one knows. */
    @Test
    void whoeverPutsHasAQueueCountedBeforeItCouldBeFull() {
        count(0, 0, 0);
        count(500, 1_000, 1_000);
        assertDueAfter(5_000);
        depth.room();
        assertDueAfter(500);
        count(900, 1_000, 500);
        depth.room();
        assertDueAfter(50);
        count(900, 10, 1_000);
        depth.room();
        assertDueAfter(5_000); // ten a second come
    }

    @Test
    void afterAWhileAPutHasAQueueCountedTwiceToLearnHowMuchComes() {
        count(0, 0, 0);
        count(0, 0, 5_000);
        depth.putBegun();
        depth.room();
        assertDueAfter(0);
        count(1, 1, 200);
        depth.changed();
        depth.room();
        assertDueAfter(1_000);
    }

    @Test
    void aFullQueueIsCountedAtEachLookForThoseThatWaitForRoomAsLongAsItMoves() {
        count(CAPACITY, CAPACITY, 0);
        depth.waitForRoom(1);
        assertDueAfter(0);
        count(CAPACITY, 10, 200);
        assertDueAfter(0);
        count(CAPACITY, 0, 200);
        assertDueAfter(1_000);
        count(CAPACITY - 1, 0, 1_000);
        assertThat(isDueAfter(1_000)).isTrue();
        depth.waitForRoom(-1);
        assertDueAfter(5_000);
    }
}
