package io.concor.kafka.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.kafka.TextMessages;
import io.concor.kafka.event.OpenQueue;
import io.concor.kafka.topic.TopicNames;
import io.concor.queue.QueueDefinition;
import io.concor.queue.QueueDefinition.Order;
import io.concor.queues.jdbc.DatabaseHealth;
import io.concor.queues.measure.QueueActivity;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.junit.jupiter.api.Test;

class QueueFailuresTest {

    private static final TopicAuthorizationException FORBIDDEN = new TopicAuthorizationException("forbidden");

    private final QueueDefinition definition = new QueueDefinition("flow", "slot", Order.ANY, 100);
    private final OpenQueue queue =
            new OpenQueue(definition, TopicNames.DEFAULT.of(definition), 4, new TextMessages(), new QueueActivity());
    private final DatabaseHealth health = new DatabaseHealth("test");
    private final QueueFailures failures = new QueueFailures(health, "put events into the queue");

    @Test
    void namesAQueueUntilItIsClosed() {
        failures.failed(queue, FORBIDDEN);
        assertThat(health.state().reason()).contains("put events into the queue flow.slot");
        queue.close();
        failures.over(queue);
        assertThat(health.state().up()).isTrue();
    }

    /** Of what was on its way. */
    @Test
    void namesNoQueueThatIsClosed() {
        queue.close();
        failures.over(queue);
        failures.failed(queue, FORBIDDEN);
        assertThat(health.state().up()).isTrue();
    }
}
