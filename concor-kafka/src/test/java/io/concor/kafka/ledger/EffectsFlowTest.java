package io.concor.kafka.ledger;

import static io.concor.kafka.NumberedEvents.accept;
import static io.concor.kafka.NumberedEvents.assertOnceAndInOrder;
import static io.concor.kafka.NumberedEvents.keyed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.Flow;
import io.concor.FlowBuilder;
import io.concor.Flows;
import io.concor.JoinSettings;
import io.concor.QueueKind;
import io.concor.RetryPolicy;
import io.concor.kafka.EffectsDatabase;
import io.concor.kafka.SharedBroker;
import io.concor.kafka.outbox.TestDatabase;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Flows whose remote slots take part in the transactions of a database, in processes that come and go. */
@Timeout(120)
class EffectsFlowTest {

    private static final Duration LONG = Duration.ofSeconds(60);
    private static final int EVENTS = 2_000;
    private static final RetryPolicy RETRY = RetryPolicy.maxRetries(5).delay(Duration.ofMillis(50));

    private final String name = SharedBroker.flow();
    private final Set<Integer> failedOnce = ConcurrentHashMap.newKeySet();

    @AutoClose
    private @Nullable EffectsDatabase opened;

    private EffectsDatabase database(TestDatabase kind) throws Exception {
        opened = EffectsDatabase.of(kind);
        return opened;
    }

    /** A process: a keyed component, or one that hands on to another one, has an effect. */
    private final class Process extends EffectsProcess {
        final Flow<String, String> flow;

        /** @param next where events wait for the second component; without one, the first has the effect */
        Process(EffectsDatabase effects, @Nullable QueueKind next) {
            super(effects);
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

        private String book(String message) throws SQLException {
            effects.add(database.connection(), Integer.parseInt(message));
            return check(message);
        }

        @Override
        public void close() {
            flow.close();
            super.close();
        }
    }

    private static void awaitEffects(EffectsDatabase effects, int count) {
        await("the effects of all").atMost(LONG).until(() -> effects.count("effects") >= count);
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
        assertOnceAndInOrder(effects.effects(), 3 * EVENTS);
    }

    @ParameterizedTest
    @Tag("full")
    @EnumSource(names = "POSTGRESQL")
    void eachEventHasItsEffectOnceThoughTheDatabaseIsAwayForAWhile(TestDatabase kind) throws Exception {
        EffectsDatabase effects = database(kind);
        try (Process process = new Process(effects, null)) {
            accept(process.flow, 0, EVENTS);
            awaitEffects(effects, EVENTS / 10);
            process.connections.down(true);
            AtomicInteger before = new AtomicInteger(-1);
            await("nothing is handled")
                    .during(Duration.ofSeconds(3))
                    .atMost(Duration.ofSeconds(10))
                    .until(() -> {
                        int now = effects.count("effects");
                        return before.getAndSet(now) == now;
                    });
            process.connections.down(false);
            awaitEffects(effects, EVENTS);
        }
        assertOnceAndInOrder(effects.effects(), EVENTS);
    }

    /** The store finds out that they were committed, and the callers learn their results as if the answers had come. */
    @ParameterizedTest
    @EnumSource(names = "POSTGRESQL")
    void callersLearnResultsWhoseCommitsHadNoAnswer(TestDatabase kind) throws Exception {
        EffectsDatabase effects = database(kind);
        try (Process process = new Process(effects, null)) {
            process.loseAnswers(10, true);
            for (int i = 0; process.connections.commitsToFail() > 0; i++) {
                String message = String.valueOf(97 * i); // no event fails
                assertThat(process.flow.submit(message).get(30, TimeUnit.SECONDS))
                        .isEqualTo(message);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"H2, DURABLE", "POSTGRESQL, REMOTE"})
    @Tag("full")
    void eachEventIsHandedOnOnceThoughOthersOfItsTransactionFailOrAnswersAreLost(TestDatabase kind, QueueKind next)
            throws Exception {
        EffectsDatabase effects = database(kind);
        try (Process one = new Process(effects, next);
                Process other = new Process(effects, next)) {
            one.loseAnswers(5, true);
            other.loseAnswers(5, false);
            accept(one.flow, 0, EVENTS);
            awaitEffects(effects, EVENTS);
        }
        assertOnceAndInOrder(effects.effects(), EVENTS);
    }
}
