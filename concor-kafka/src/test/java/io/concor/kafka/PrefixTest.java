package io.concor.kafka;

import static io.concor.kafka.SharedBroker.event;
import static io.concor.kafka.SharedBroker.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.concor.QueueStoreException;
import io.concor.queue.Ending;
import io.concor.queue.FlowIdentity;
import io.concor.queue.QueueDefinition;
import io.concor.queue.QueueDefinition.Order;
import io.concor.queue.StoredQueue;
import io.concor.queues.administration.ManagedQueue;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.GroupListing;
import org.apache.kafka.clients.admin.TransactionListing;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two environments of one application share the brokers, and nothing else. */
@Timeout(120)
class PrefixTest {

    private static final Duration LONG = Duration.ofSeconds(40);

    private final QueueDefinition definition = new QueueDefinition(SharedBroker.flow(), "slot", Order.KEY, 100);
    private final String one = "one-" + definition.flow();
    private final String two = "two-" + definition.flow();
    private final Queue<String> handled = new ConcurrentLinkedQueue<>();

    private FlowIdentity identity(String digest) {
        return new FlowIdentity(definition.flow(), List.of(), digest, List.of(), "", Map.of());
    }

    private TestWorkers serve(StoredQueue queue, String environment) {
        return TestWorkers.serve(queue, 1, event -> {
            handled.add(environment + " " + event.id());
            return new Ending.Handled();
        });
    }

    @Test
    void environmentsOfOneClusterDoNotSeeEachOther() throws Exception {
        try (KafkaQueueStore first = SharedBroker.store().prefix(one).build();
                KafkaQueueStore second = SharedBroker.store().prefix(two).build();
                KafkaQueueStore usual = SharedBroker.store().build();
                Admin admin = SharedBroker.admin()) {
            assertThat(first.join(identity("f00000000001")).instances()).hasSize(1);
            assertThat(second.join(identity("f00000000002")).instances())
                    .as("not even another version of the flow")
                    .hasSize(1);
            StoredQueue there = first.open(definition);
            assertThat(second.slots(definition.flow())).isEmpty();
            StoredQueue here = second.open(definition);
            first.results(definition, (id, outcome) -> {});
            try (TestWorkers workers = serve(there, "first");
                    TestWorkers others = serve(here, "second")) {
                put(there, event("a", "key")).get(30, TimeUnit.SECONDS);
                put(here, event("b", "key")).get(30, TimeUnit.SECONDS);
                await("each has its own").atMost(LONG).untilAsserted(() -> assertThat(handled)
                        .containsExactlyInAnyOrder("first a", "second b"));
            }
            assertThat(first.directory().queues())
                    .extracting(ManagedQueue::name)
                    .containsExactly(definition.name());
            assertThat(usual.slots(definition.flow())).isEmpty();
            assertThat(usual.directory().find(definition.name())).isEmpty();
            assertNamed(admin);
        }
    }

    /** Rights are given by prefix. */
    private void assertNamed(Admin admin) throws Exception {
        Set<String> topics = admin.listTopics().names().get().stream()
                .filter(name -> name.contains(definition.flow()))
                .collect(Collectors.toSet());
        assertThat(topics)
                .hasSize(11)
                .allMatch(name -> name.startsWith(one + ".") || name.startsWith(two + "."))
                .contains(one + "." + definition.flow() + "..results", two + "." + definition.flow() + "._members");
        assertThat(admin.listGroups().all().get())
                .extracting(GroupListing::groupId)
                .contains(one + "." + definition.name(), two + "." + definition.name());
        assertThat(admin.listTransactions().all().get())
                .extracting(TransactionListing::transactionalId)
                .anyMatch(id -> id.startsWith(one + "-"))
                .anyMatch(id -> id.startsWith(two + "-"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a.b", "with space", "under_score"})
    void aPrefixIsOneWord(String prefix) {
        KafkaQueueStore.Builder store = SharedBroker.store();
        assertThatThrownBy(() -> store.prefix(prefix))
                .isInstanceOf(QueueStoreException.class)
                .hasMessageContaining("1 to 50 letters, digits or hyphens");
    }
}
