package io.concor.kafka.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.concor.Flow;
import io.concor.Flows;
import io.concor.JoinSettings;
import io.concor.KeyedTask;
import io.concor.QueueKind;
import io.concor.RetryPolicy;
import io.concor.kafka.KafkaQueueStore;
import io.concor.kafka.SharedBroker;
import io.concor.kafka.TextMessages;
import io.concor.queues.JdbcQueueStore;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A durable slot hands on to a remote one in the transaction of its task. */
@Timeout(180)
class OutboxFlowTest {

    private static final Duration LONG = Duration.ofSeconds(60);
    private static final int EVENTS = 1_000;
    private static final int KEYS = 8;

    private final String name = SharedBroker.flow();
    private final Set<String> failedOnce = new HashSet<>();
    private final Queue<String> arrived = new ConcurrentLinkedQueue<>();

    @ParameterizedTest
    @EnumSource(TestDatabase.class)
    void effectAndHandOverHappenTogetherAndOnce(TestDatabase kind) throws Exception {
        try (HikariDataSource dataSource = kind.empty()) {
            execute(dataSource, "create table effects (event varchar(255))");
            RelayFaults faults = new RelayFaults(dataSource);
            try (JdbcQueueStore database = JdbcQueueStore.of(dataSource, new TextMessages())
                            .transactions(faults)
                            .build();
                    KafkaQueueStore remote =
                            SharedBroker.store().database(database).build();
                    Flow<String, String> flow = Flows.<String>create(name)
                            .queues(database)
                            .queues(remote)
                            .retry(RetryPolicy.maxRetries(3).delay(Duration.ofMillis(5)))
                            .join(JoinSettings.keyed(2).queue(QueueKind.DURABLE))
                            .mapKeyed(keyed(text -> writeEffect(faults, text)), "first")
                            .join(JoinSettings.keyed(2).queue(QueueKind.REMOTE))
                            .mapKeyed(keyed(this::arrive), "second")
                            .build()) {
                faults.fail(RelayFaults.Commit.FAILS, 3);
                List<CompletableFuture<@Nullable Void>> accepted = IntStream.range(0, EVENTS)
                        .mapToObj(i -> flow.accept(String.valueOf(i)))
                        .toList();
                for (CompletableFuture<@Nullable Void> each : accepted) {
                    each.get(60, TimeUnit.SECONDS);
                }
                await("all").atMost(LONG).until(() -> arrived.size() >= EVENTS);
                assertThat(faults.left()).isZero(); // the relay has put them
            }
            List<String> all =
                    IntStream.range(0, EVENTS).mapToObj(String::valueOf).toList();
            assertThat(arrived).containsExactlyInAnyOrderElementsOf(all);
            assertThat(effects(dataSource)).containsExactlyInAnyOrderElementsOf(all);
            Map<Integer, List<Integer>> byKey = arrived.stream()
                    .map(Integer::valueOf)
                    .collect(Collectors.groupingBy(i -> i % KEYS, HashMap::new, Collectors.toList()));
            byKey.values().forEach(ofKey -> assertThat(ofKey).isSorted());
        }
    }

    private interface Step {
        String apply(String message) throws Exception;
    }

    private static KeyedTask<String, String> keyed(Step step) {
        return new KeyedTask<>() {
            @Override
            public Object key(String message) {
                return Integer.parseInt(message) % KEYS;
            }

            @Override
            public String apply(String message) throws Exception {
                return step.apply(message);
            }
        };
    }

    /** Now and then it fails after its effect. */
    private String writeEffect(RelayFaults transactions, String text) throws Exception {
        transactions.perform(connection -> {
            try (PreparedStatement insert = connection.prepareStatement("insert into effects (event) values (?)")) {
                insert.setString(1, text);
                return insert.executeUpdate();
            }
        });
        boolean fails = text.endsWith("77");
        synchronized (failedOnce) {
            if (fails && failedOnce.add(text)) {
                throw new IllegalStateException("once");
            }
        }
        return text;
    }

    private String arrive(String text) {
        arrived.add(text);
        return text;
    }

    private static void execute(HikariDataSource dataSource, String sql) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static List<String> effects(HikariDataSource dataSource) throws SQLException {
        List<String> effects = new ArrayList<>();
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("select event from effects")) {
            while (rows.next()) {
                effects.add(rows.getString(1));
            }
        }
        return effects;
    }
}
