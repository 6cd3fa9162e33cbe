package io.concor.kafka.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.kafka.SharedBroker;
import io.concor.kafka.TextMessages;
import io.concor.kafka.event.OpenQueue;
import io.concor.kafka.topic.BrokerContact;
import io.concor.kafka.topic.FoundTopics;
import io.concor.kafka.topic.QueueTopics;
import io.concor.kafka.topic.TopicNames;
import io.concor.kafka.topic.TopicSettings;
import io.concor.kafka.topic.TopicSetup;
import io.concor.queue.QueueDefinition;
import io.concor.queue.QueueDefinition.Order;
import io.concor.queues.jdbc.DatabaseHealth;
import io.concor.queues.measure.QueueActivity;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.Uuid;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SuspectQueuesTest {

    private final QueueDefinition definition = new QueueDefinition(SharedBroker.flow(), "slot", Order.ANY, 100);
    private final QueueTopics topics = TopicNames.DEFAULT.of(definition);
    private final OpenQueue queue = new OpenQueue(definition, topics, 4, new TextMessages(), new QueueActivity());
    private final DatabaseHealth health = new DatabaseHealth("test");
    private final Admin admin = SharedBroker.admin();
    private final SuspectQueues suspects = new SuspectQueues(admin, new BrokerContact(admin), () -> {}, health);

    @AfterEach
    void close() {
        admin.close();
    }

    private FoundTopics create() {
        return new TopicSetup(admin, new TopicSettings(4, -1, Duration.ofHours(1))).prepare(topics);
    }

    @Test
    void namesAQueueWhoseTopicsAreGone() throws Exception {
        assertThat(suspects.search(List.of(queue))).isTrue();
        assertThat(health.state().reason()).contains("cannot use the queue " + definition.name(), "is gone");
        assertThat(queue.suspicion().isRaised()).isTrue();
        suspects.closed(queue);
        assertThat(health.state().up()).isTrue();
    }

    /** It was among those that were looked at. */
    @Test
    void namesNoQueueThatWasClosedMeanwhile() throws Exception {
        queue.close();
        suspects.closed(queue);
        assertThat(suspects.search(List.of(queue))).isTrue();
        assertThat(health.state().reason()).isNull();
    }

    @Test
    void leavesAQueueAloneForGoodWhoseTopicIsAnother() throws Exception {
        FoundTopics found = create();
        suspects.opened(queue, found);
        assertThat(suspects.search(List.of(queue))).isFalse();

        suspects.opened(queue, new FoundTopics(4, Map.of(topics.seen(), Uuid.randomUuid())));

        assertThat(suspects.search(List.of(queue))).isTrue();
        assertThat(health.state().reason()).contains("'" + topics.seen() + "' was deleted and created again");
        suspects.opened(queue, found);
        queue.suspicion().lower();
        assertThat(suspects.look(List.of(queue))).isFalse();
        assertThat(queue.suspicion().isRaised()).isTrue();
        assertThat(queue.suspicion().lasting()).contains("Stop the flow");
    }
}
