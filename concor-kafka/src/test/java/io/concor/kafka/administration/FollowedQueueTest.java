package io.concor.kafka.administration;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.kafka.TextMessages;
import io.concor.kafka.event.OpenQueue;
import io.concor.kafka.record.RecordCodec;
import io.concor.kafka.topic.QueueTopics;
import io.concor.kafka.topic.TopicNames;
import io.concor.queue.QueueDefinition;
import io.concor.queue.QueueDefinition.Order;
import io.concor.queues.measure.QueueActivity;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.Uuid;
import org.junit.jupiter.api.Test;

class FollowedQueueTest {

    private final QueueDefinition definition = new QueueDefinition("flow", "slot", Order.ANY, 100);
    private final QueueTopics topics = TopicNames.DEFAULT.of(definition);
    private final OpenQueue queue = new OpenQueue(definition, topics, 4, new TextMessages(), new QueueActivity());

    private FollowedQueue follow(long end) {
        LetterIndex index = new LetterIndex(new LetterIndex.Budget(10, 10));
        return new FollowedQueue(topics, queue, index, LetterCheckpoint.none(Uuid.randomUuid()), end);
    }

    @SuppressWarnings("NullAway") // a tombstone
    private static ConsumerRecord<byte[], byte[]> decided(long place, boolean paused) {
        return new ConsumerRecord<>(
                "letters", 0, place, RecordCodec.key(LetterIndex.PAUSED), paused ? new byte[] {1} : null);
    }

    /** As the follower's client has failed, and begins anew. */
    @Test
    void aPausedQueueStaysPausedWhileItIsFollowedAnew() {
        FollowedQueue first = follow(1);
        first.take(decided(0, true));
        assertThat(first.reached(1)).isTrue();
        assertThat(queue.isPaused()).isTrue();
        assertThat(queue.isPauseKnown()).isTrue();

        FollowedQueue again = follow(3);
        assertThat(queue.isPaused()).isTrue();
        again.take(decided(0, true));
        again.take(decided(1, false));
        again.reached(2);
        assertThat(queue.isPaused()).isTrue();
        again.take(decided(2, true));
        again.reached(3);
        assertThat(queue.isPaused()).isTrue();
        again.take(decided(3, false));
        assertThat(queue.isPaused()).isFalse();
    }

    @Test
    void aStartKeepsACheckpointAfterManyRecordsOnly() {
        FollowedQueue few = follow(499);
        few.reached(499);
        assertThat(few.checkpoint()).isNull();
        few.reached(500);
        assertThat(few.checkpoint())
                .isNotNull()
                .extracting(LetterCheckpoint::place)
                .isEqualTo(500L);
        assertThat(few.checkpoint()).isNull();
    }
}
