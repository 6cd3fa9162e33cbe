package io.concor.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.concor.Flow;
import io.concor.Flows;
import io.concor.JoinSettings;
import io.concor.KeyedTask;
import io.concor.QueueKind;
import io.concor.kafka.outbox.TestDatabase;
import io.concor.kafka.topic.TopicNames;
import io.concor.manage.ChangeRequest;
import io.concor.manage.Manager;
import io.concor.queue.QueueDefinition;
import io.concor.queue.QueueDefinition.Order;
import io.concor.queues.JdbcQueueStore;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.MemberDescription;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two processes that keep the events of a slot in different stores, and have a share of each. */
@Timeout(120)
class DifferentStoresTest {

    private static final Duration LONG = Duration.ofSeconds(40);
    private static final int KEYS = 64;
    private static final int EVENTS = 1_000;

    private final String name = SharedBroker.flow();
    private final Queue<Integer> arrived = new ConcurrentLinkedQueue<>();

    private final class Process implements AutoCloseable {
        final JdbcQueueStore database;
        final KafkaQueueStore broker = SharedBroker.store().build();
        final Flow<String, String> flow;

        Process(HikariDataSource connections, QueueKind queue) {
            database = EffectsDatabase.store(connections);
            flow = Flows.<String>create(name)
                    .queues(database)
                    .queues(broker)
                    .join(slot(queue))
                    .mapKeyed(task(), "slot")
                    .build();
        }

        private static JoinSettings slot(QueueKind queue) {
            return JoinSettings.keyed(2).capacity(16_384).queue(queue);
        }

        private KeyedTask<String, String> task() {
            return new KeyedTask<>() {
                @Override
                public Object key(String message) {
                    return Integer.parseInt(message) % KEYS;
                }

                @Override
                public String apply(String message) {
                    arrived.add(Integer.parseInt(message));
                    return message;
                }
            };
        }

        void move(QueueKind to) {
            Manager manager = new Manager();
            manager.register(flow);
            manager.change(ChangeRequest.put(name, "slot", slot(to)));
        }

        void accept(int from, int to) throws Exception {
            List<CompletableFuture<@Nullable Void>> accepted = IntStream.range(from, to)
                    .mapToObj(i -> flow.accept(String.valueOf(i)))
                    .toList();
            for (CompletableFuture<@Nullable Void> each : accepted) {
                each.get(60, TimeUnit.SECONDS);
            }
        }

        @Override
        public void close() {
            flow.close();
            broker.close();
            database.close();
        }
    }

    /** An event that one of them moved into its store would come back from the other for ever. */
    @Test
    @Tag("full")
    void eachEventIsHandledOnceAndInOrderWhereverItLies() throws Exception {
        try (HikariDataSource connections = TestDatabase.H2.empty();
                Admin admin = SharedBroker.admin();
                Process remote = new Process(connections, QueueKind.DURABLE)) {
            remote.move(QueueKind.REMOTE); // and has its share of the database still
            try (Process durable = new Process(connections, QueueKind.DURABLE)) {
                await("shares").atMost(LONG).until(() -> lanesAreShared(connections) && partitionsAreShared(admin));
                durable.accept(0, EVENTS);
                await("what lies in the database").atMost(LONG).until(() -> arrived.size() >= EVENTS);
                remote.accept(EVENTS, 2 * EVENTS);
                await("what lies in the broker").atMost(LONG).until(() -> arrived.size() >= 2 * EVENTS);
            }
        }
        assertThat(arrived)
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.range(0, 2 * EVENTS).boxed().toList());
        Map<Integer, List<Integer>> byKey =
                arrived.stream().collect(Collectors.groupingBy(i -> i % KEYS, HashMap::new, Collectors.toList()));
        byKey.values().forEach(ofKey -> assertThat(ofKey).isSorted());
    }

    private boolean lanesAreShared(HikariDataSource connections) throws SQLException {
        try (Connection connection = connections.getConnection();
                Statement statement = connection.createStatement();
                ResultSet lanes = statement.executeQuery("select count(distinct owner), count(*) - count(owner)"
                        + " from concor_lane where queue = (select id from concor_queue where slot = 'slot')")) {
            lanes.next();
            return lanes.getInt(1) == 2 && lanes.getInt(2) == 0;
        }
    }

    private boolean partitionsAreShared(Admin admin) throws Exception {
        String group = TopicNames.DEFAULT
                .of(new QueueDefinition(name, "slot", Order.KEY, 1))
                .events();
        List<MemberDescription> members = List.copyOf(admin.describeConsumerGroups(List.of(group))
                .describedGroups()
                .get(group)
                .get(10, TimeUnit.SECONDS)
                .members());
        return members.size() == 2
                && members.stream()
                        .noneMatch(
                                member -> member.assignment().topicPartitions().isEmpty());
    }
}
