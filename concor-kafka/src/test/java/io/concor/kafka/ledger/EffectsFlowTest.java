package io.concor.kafka.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.Flow;
import io.concor.FlowBuilder;
import io.concor.Flows;
import io.concor.JoinSettings;
import io.concor.KeyedTask;
import io.concor.QueueKind;
import io.concor.RetryPolicy;
import io.concor.kafka.EffectsDatabase;
import io.concor.kafka.KafkaQueueStore;
import io.concor.kafka.SharedBroker;
import io.concor.kafka.UnreliableDataSource;
import io.concor.kafka.outbox.TestDatabase;
import io.concor.queues.JdbcQueueStore;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Flows whose remote slots take part in the transactions of a database, in processes that come and go. */
@Timeout(120)
class EffectsFlowTest {

    private static final Duration LONG = Duration.ofSeconds(60);
    private static final int KEYS = 16;
    private static final int EVENTS = 2_000;
    private static final RetryPolicy RETRY = RetryPolicy.maxRetries(5).delay(Duration.ofMillis(50));

    private final String name = SharedBroker.flow();
    private final Set<Integer> failedOnce = ConcurrentHashMap.newKeySet();
    private @Nullable EffectsDatabase opened;

    @AfterEach
    void close() {
        if (opened != null) {
            opened.close();
        }
    }

    private EffectsDatabase database(TestDatabase kind) throws Exception {
        opened = EffectsDatabase.of(kind);
        return opened;
    }

    /** A process: a keyed component, or one that hands on to another one, has an effect. */
    private final class Process implements AutoCloseable {
        final EffectsDatabase effects;
        final UnreliableDataSource connections;
        final JdbcQueueStore database;
        final KafkaQueueStore store;
        final Flow<String, String> flow;

        /** @param next where events wait for the second component; without one, the first has the effect */
        Process(EffectsDatabase effects, @Nullable QueueKind next) {
            this.effects = effects;
            connections = new UnreliableDataSource(effects.dataSource());
            database = EffectsDatabase.store(connections);
            store = SharedBroker.store().database(database).build();
            FlowBuilder<String, String> begun = Flows.<String>create(name)
                    .queues(store)
                    .queues(database)
                    .retry(RETRY)
                    .join(slot(QueueKind.REMOTE))
                    .mapKeyed(keyed(next == null ? this::book : this::check), "first");
            flow = next == null
                    ? begun.build()
                    : begun.retry(RETRY)
                            .join(slot(next))
                            .mapKeyed(keyed(this::book), "second")
                            .build();
        }

        private static JoinSettings slot(QueueKind queue) {
            return JoinSettings.keyed(2).capacity(16_384).queue(queue);
        }

        /** Others of its transaction are on their way to the next slot when it fails. */
        private String check(String message) {
            int number = Integer.parseInt(message);
            if (number % 97 == 7 && failedOnce.add(number)) {
                throw new IllegalStateException("once");
            }
            return message;
        }

        private String book(String message) {
            try {
                effects.add(database.connection(), Integer.parseInt(message));
                return check(message);
            } catch (SQLException failed) {
                throw new IllegalStateException(failed);
            }
        }

        @Override
        public void close() {
            flow.close();
            store.close();
            database.close();
        }
    }

    private interface Step {
        String apply(String message);
    }

    private static KeyedTask<String, String> keyed(Step step) {
        return new KeyedTask<>() {
            @Override
            public Object key(String message) {
                return Integer.parseInt(message) % KEYS;
            }

            @Override
            public String apply(String message) {
                return step.apply(message);
            }
        };
    }

    private static void accept(Flow<String, String> flow, int from, int to) throws Exception {
        List<CompletableFuture<@Nullable Void>> accepted = IntStream.range(from, to)
                .mapToObj(i -> flow.accept(String.valueOf(i)))
                .toList();
        for (CompletableFuture<@Nullable Void> each : accepted) {
            each.get(60, TimeUnit.SECONDS);
        }
    }

    private static void awaitEffects(EffectsDatabase effects, int count) {
        await("the effects of all").atMost(LONG).until(() -> effects.count("effects") >= count);
    }

    private static void assertOnceAndInOrder(EffectsDatabase effects, int count) throws SQLException {
        List<Integer> all = effects.effects();
        assertThat(all)
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.range(0, count).boxed().toList());
        Map<Integer, List<Integer>> byKey =
                all.stream().collect(Collectors.groupingBy(i -> i % KEYS, HashMap::new, Collectors.toList()));
        byKey.values().forEach(ofKey -> assertThat(ofKey).isSorted());
    }

    @ParameterizedTest
    @EnumSource(names = "POSTGRESQL")
    void eachEventHasItsEffectOnceAndInOrderWhileProcessesComeAndGo(TestDatabase kind) throws Exception {
        EffectsDatabase effects = database(kind);
        try (Process stays = new Process(effects, null)) {
            for (int round = 0; round < 3; round++) {
                try (Process comes = new Process(effects, null)) {
                    accept(comes.flow, round * EVENTS, (round + 1) * EVENTS);
                    awaitEffects(effects, round * EVENTS + EVENTS / 2);
                }
            }
            awaitEffects(effects, 3 * EVENTS);
        }
        assertOnceAndInOrder(effects, 3 * EVENTS);
    }

    @ParameterizedTest
    @Tag("full")
    @EnumSource(names = "POSTGRESQL")
    void eachEventHasItsEffectOnceThoughTheDatabaseIsAwayForAWhile(TestDatabase kind) throws Exception {
        EffectsDatabase effects = database(kind);
        try (Process process = new Process(effects, null)) {
            accept(process.flow, 0, EVENTS);
            awaitEffects(effects, EVENTS / 10);
            process.connections.away(true);
            AtomicInteger before = new AtomicInteger(-1);
            await("nothing is handled")
                    .during(Duration.ofSeconds(3))
                    .atMost(Duration.ofSeconds(10))
                    .until(() -> {
                        int now = effects.count("effects");
                        return before.getAndSet(now) == now;
                    });
            process.connections.away(false);
            awaitEffects(effects, EVENTS);
        }
        assertOnceAndInOrder(effects, EVENTS);
    }

    /** The store finds out that they were committed, and the callers learn their results as if the answers had come. */
    @ParameterizedTest
    @EnumSource(names = "POSTGRESQL")
    void callersLearnResultsWhoseCommitsHadNoAnswer(TestDatabase kind) throws Exception {
        EffectsDatabase effects = database(kind);
        try (Process process = new Process(effects, null)) {
            process.connections.loseAnswers(10, true);
            for (int i = 0; process.connections.answersToLose() > 0; i++) {
                String message = String.valueOf(97 * i); // no event fails
                assertThat(process.flow.submit(message).get(30, TimeUnit.SECONDS))
                        .isEqualTo(message);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"H2, DURABLE", "POSTGRESQL, REMOTE"})
    void eachEventIsHandedOnOnceThoughOthersOfItsTransactionFailOrAnswersAreLost(TestDatabase kind, QueueKind next)
            throws Exception {
        EffectsDatabase effects = database(kind);
        try (Process one = new Process(effects, next);
                Process other = new Process(effects, next)) {
            one.connections.loseAnswers(5, true);
            other.connections.loseAnswers(5, false);
            accept(one.flow, 0, EVENTS);
            awaitEffects(effects, EVENTS);
        }
        assertOnceAndInOrder(effects, EVENTS);
    }
}
