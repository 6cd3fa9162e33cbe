package io.concor;

import static io.concor.fixture.RunningFlows.errorOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.concor.fixture.Gate;
import io.concor.fixture.PoolKinds;
import io.concor.fixture.RunningFlows;
import io.concor.fixture.SimulatedLetter;
import io.concor.fixture.SimulatedQueue;
import io.concor.fixture.SimulatedStore;
import io.concor.layout.FlowState;
import io.concor.layout.FlowSummary;
import io.concor.layout.StopReport;
import io.concor.manage.ChangeRequest;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Events that failed in memory, kept in a store, and requeued there. */
@Timeout(60)
class StoredLettersTest {

    @RegisterExtension
    final RunningFlows flows = new RunningFlows();

    private final SimulatedStore store = new SimulatedStore();
    private final Gate gate = new Gate();
    private final AtomicInteger attempts = new AtomicInteger();
    private volatile boolean held;
    private volatile boolean failing = true;

    @AfterEach
    void close() {
        store.close();
    }

    static Stream<JoinSettings> pools() {
        return PoolKinds.forAnyTask();
    }

    private FlowBuilder<String, String> check() {
        return Flows.<String>create("orders").deadLetters(store).map((String order) -> order + "+", "check");
    }

    private String book(String order) throws InterruptedException {
        attempts.incrementAndGet();
        if (held) {
            gate.pass();
        }
        if (failing) {
            throw new IllegalStateException("closed");
        }
        store.write(order + " with " + EventId.current());
        return order;
    }

    private Flow<String, String> flow() {
        return flows.start(check().map(this::book, "book"));
    }

    private SimulatedQueue door() {
        return store.queue("orders.check");
    }

    private SimulatedLetter awaitLetter() {
        await("a dead letter").until(() -> door().letters().size() == 1);
        return door().letters().get(0);
    }

    private FlowSummary summary() {
        return flows.manager().flow("orders").summary();
    }

    @ParameterizedTest
    @MethodSource("pools")
    void keepsTheMessageThatEnteredWithTheAttemptsOfTheComponent(JoinSettings pool) {
        Flow<String, String> flow = flows.start(check().join(pool)
                .retry(RetryPolicy.maxRetries(2).delay(Duration.ofMillis(20)))
                .map(this::book, "book"));
        flow.apply("a");

        SimulatedLetter letter = awaitLetter();
        assertThat(letter.event().message()).isEqualTo("a");
        assertThat(letter.failed().last().component()).isEqualTo("book");
        assertThat(letter.failed().last().error()).hasMessage("closed");
        assertThat(letter.failed().last().holdsOrder()).isFalse();
        assertThat(letter.failed().attempts()).isEqualTo(3);
        assertThat(letter.failed().firstFailed())
                .isBefore(letter.failed().lastFailed().minusMillis(30));
        await("it is counted").until(() -> summary().deadLetters() == 1);
    }

    @Test
    void keepsNothingThatACallerAwaitsOrThatIsCaught() throws Exception {
        Flow<String, String> flow = flows.start(check().map(this::book, "book")
                .catching(error -> "caught", "catches")
                .map(
                        text -> {
                            if (text.equals("caught")) {
                                throw new IllegalArgumentException("again");
                            }
                            return text;
                        },
                        "ships"));

        assertThat(errorOf(flow.submit("a"))).hasMessage("again");
        assertThat(errorOf(flow.accept("b"))).hasMessage("again");
        flow.tryApply("c");

        assertThat(awaitLetter().event().message()).isEqualTo("c");
        assertThat(awaitLetter().failed().last().component()).isEqualTo("ships");
    }

    @ParameterizedTest
    @MethodSource("pools")
    void aRequeuedLetterEntersAgainAndLeavesTheStoreWhenItHasEnded(JoinSettings pool) {
        Flow<String, String> flow = flows.start(Flows.<String>create("orders")
                .deadLetters(store)
                .join(pool)
                .map((String order) -> order + "+", "check")
                .join(pool)
                .map(this::book, "book"));
        flow.apply("a");
        String id = awaitLetter().event().id();
        failing = false;
        held = true;
        door().requeueLetters();
        gate.awaitReached();
        assertThat(door().waiting()).containsExactly(id);
        gate.open();

        await("the effect").untilAsserted(() -> assertThat(store.effects()).containsExactly("a+ with " + id));
        await("nothing is left").until(() -> door().waiting().isEmpty());
        assertThat(door().dead()).isEmpty();
        assertThat(door().letters()).isEmpty();
    }

    @Test
    void aStoreOfLettersThatServesRemoteSlotsServesDurableOnesToo() {
        failing = false;
        Flow<String, String> flow = flows.start(Flows.<String>create("orders")
                .remoteQueues(store)
                .deadLetters(store)
                .join(JoinSettings.fixed(1).queue(QueueKind.DURABLE))
                .map(this::book, "book"));

        flow.accept("a").join();

        await("the effect").until(() -> store.effects().size() == 1);
    }

    @Test
    void whatFailsAgainIsKeptAgain() {
        flow().apply("a");
        String id = awaitLetter().event().id();
        door().requeueLetters();

        await("kept again").until(() -> summary().deadLetters() == 2);
        assertThat(awaitLetter().event().id()).isEqualTo(id);
        assertThat(awaitLetter().event().message()).isEqualTo("a");
        await("nothing waits").until(() -> door().waiting().isEmpty());
        assertThat(door().dead()).isEmpty();
    }

    @Test
    void whatFailsAgainStaysInTheQueueIfItCannotBeKept() {
        flow().apply("a");
        awaitLetter();
        store.failAt(1, SimulatedStore.Fault.BEFORE);
        door().requeueLetters();

        await("it stays").until(() -> door().dead().size() == 1);
        assertThat(door().dead().get(0).failure().component()).isEqualTo("book");
        assertThat(summary().lostDeadLetters()).isZero();
    }

    @Test
    @Tag("full")
    void aStopGivesBackWhatWasRequeued() {
        Flow<String, String> flow = flows.start(check().bind(
                        (String text, Continuation<String> never) -> {
                            if (failing) {
                                throw new IllegalStateException("closed");
                            }
                        },
                        "asks"));
        flow.apply("a");
        String id = awaitLetter().event().id();
        failing = false;
        door().requeueLetters();
        await("it is inside").until(() -> summary().inFlight() == 1);
        flow.close();

        await("it is back").untilAsserted(() -> assertThat(door().waiting()).containsExactly(id));
        flow();
        await("the effect").untilAsserted(() -> assertThat(store.effects()).containsExactly("a+ with " + id));
    }

    @Test
    void aStopWaitsUntilALetterIsKept() {
        Flow<String, String> flow = flow();
        door().reachable(false);
        flow.apply("a");
        CompletableFuture<StopReport> stop = CompletableFuture.supplyAsync(
                () -> flows.manager().flow("orders").stop(Duration.ofSeconds(20)));
        await("the stop began").until(() -> summary().state() == FlowState.STOPPING);
        assertThat(stop).isNotDone();
        door().reachable(true);

        assertThat(stop).succeedsWithin(Duration.ofSeconds(20)).matches(StopReport::clean);
        assertThat(door().letters()).hasSize(1);
    }

    /** Without a bound, memory would run out; waiting for each, the threads of the flow would stand still. */
    @Test
    void aBoundedNumberWaitsForAStoreThatIsAway() {
        Flow<String, String> flow = flow();
        door().reachable(false);
        IntStream.range(0, 1_200).forEach(i -> flow.apply("order " + i));

        assertThat(summary().lostDeadLetters()).isEqualTo(200);
        door().reachable(true);
        await("the others are kept").until(() -> summary().deadLetters() == 1_000);
        flow.apply("one more");
        await("room again").until(() -> door().letters().size() == 1_001);
    }

    @Test
    void aMessageThatCannotBeWrittenIsLostAndCounted() {
        Flow<Object, Object> flow = flows.start(Flows.<Object>create("orders")
                .deadLetters(store)
                .map(
                        (Object any) -> {
                            throw new IllegalStateException("closed");
                        },
                        "check"));
        flow.apply(new Thread());
        flow.apply("a");

        assertThat(awaitLetter().event().message()).isEqualTo("a");
        assertThat(summary().lostDeadLetters()).isEqualTo(1);
    }

    @Test
    void anEventThatFailedInADurableSlotIsKeptThereOnly() {
        Flow<String, String> flow = flows.start(
                check().join(JoinSettings.fixed(2).queue(QueueKind.DURABLE)).map(this::book, "book"));
        flow.apply("a");

        await("the dead letter of the slot")
                .until(() -> store.queue("orders.book").dead().size() == 1);
        assertThat(door().letters()).isEmpty();
        assertThat(summary().deadLetters()).isZero();
    }

    @Test
    void aRequeuedLetterGoesOnInADurableSlot() {
        Flow<String, String> flow = flows.start(Flows.<String>create("orders")
                .deadLetters(store)
                .map(
                        order -> {
                            if (failing) {
                                throw new IllegalStateException("closed");
                            }
                            return order;
                        },
                        "check")
                .join(JoinSettings.fixed(2).queue(QueueKind.DURABLE))
                .map(this::book, "book"));
        flow.apply("a");
        String id = awaitLetter().event().id();
        failing = false;
        door().requeueLetters();

        await("the effect").untilAsserted(() -> assertThat(store.effects()).containsExactly("a with " + id));
        await("nothing waits").until(() -> door().waiting().isEmpty());
    }

    @Test
    void theFirstSlotMovesAndLettersAreRequeuedNevertheless() {
        Flow<String, String> flow = flows.start(Flows.<String>create("orders")
                .deadLetters(store)
                .join(JoinSettings.fixed(2))
                .map((String order) -> order + "+", "check")
                .map(this::book, "book"));
        flow.apply("a");
        awaitLetter();
        List<JoinSettings> ways =
                List.of(JoinSettings.fixed(2).queue(QueueKind.DURABLE), JoinSettings.fixed(3), JoinSettings.single());
        for (JoinSettings way : ways) {
            flows.manager().changeSlot(ChangeRequest.options("orders"), "check", present -> Optional.of(way));
            requeueAndAwaitFailure();
        }
        flows.manager().changeSlot(ChangeRequest.options("orders"), "check", present -> Optional.empty());
        requeueAndAwaitFailure();
        failing = false;
        requeue();

        await("the effect").until(() -> store.effects().size() == 1);
    }

    /** In a durable slot it becomes one of the queue's own dead letters. */
    private void requeueAndAwaitFailure() {
        int before = attempts.get();
        requeue();
        await("another attempt").until(() -> attempts.get() > before);
        await("it is dead again")
                .until(() -> door().letters().size() + door().dead().size() == 1
                        && door().waiting().isEmpty());
    }

    private void requeue() {
        door().requeueDead();
        door().requeueLetters();
    }

    @Test
    void whatADurableSlotLeftIsHandledByOneInMemory() throws Exception {
        held = true;
        failing = false;
        Flow<String, String> before = flows.start(Flows.<String>create("orders")
                .queues(store)
                .map((String order) -> order + "+", "check")
                .join(JoinSettings.single().queue(QueueKind.DURABLE))
                .map(this::book, "book"));
        for (int i = 0; i < 50; i++) {
            before.accept("order " + i).get(20, TimeUnit.SECONDS);
        }
        gate.awaitReached();
        CompletableFuture<StopReport> stop = CompletableFuture.supplyAsync(
                () -> flows.manager().flow("orders").stop(Duration.ofSeconds(20)));
        await("the stop began").until(() -> summary().state() == FlowState.STOPPING);
        gate.open();
        stop.get(20, TimeUnit.SECONDS);
        before.close();
        assertThat(store.queue("orders.book").waiting()).isNotEmpty();
        flows.start(Flows.<String>create("orders")
                .queues(store)
                .map((String order) -> order + "+", "check")
                .join(JoinSettings.single())
                .map(this::book, "book"));

        await("all effects").until(() -> store.effects().size() == 50);
        assertThat(store.effects()).doesNotHaveDuplicates();
    }

    @Test
    void theKeyIsKeptIfThereIsOne() {
        Flow<String, String> flow =
                flows.start(Flows.<String>create("orders").deadLetters(store).mapKeyed(new FirstLetter(), "check"));
        flow.apply("a");
        assertThat(awaitLetter().event().key()).isEqualTo("a");
        door().requeueLetters();
        await("kept again").until(() -> summary().deadLetters() == 2);
        flow.apply("");

        await("both").until(() -> door().letters().size() == 2);
        assertThat(door().letters()).extracting(letter -> letter.event().key()).containsExactly("a", null);
        door().requeueLetters();
        await("kept again").until(() -> summary().deadLetters() == 5);
        assertThat(door().letters())
                .extracting(letter -> letter.failed().last().error().getClass().getSimpleName())
                .containsExactlyInAnyOrder("IllegalStateException", "NullKeyException");
    }

    private static final class FirstLetter implements KeyedTask<String, String> {

        @Override
        @SuppressWarnings("NullAway") // what a mistake returns
        public Object key(String text) {
            return text.isEmpty() ? null : text.substring(0, 1);
        }

        @Override
        public String apply(String text) {
            throw new IllegalStateException("closed");
        }
    }

    @Test
    void refusesASecondReceiverOrStore() {
        assertThatThrownBy(() -> check().deadLetters(letter -> {}))
                .isInstanceOf(InvalidFlowException.class)
                .hasMessage("Flow 'orders': its dead letters have two receivers. Set one");
        try (SimulatedStore other = new SimulatedStore()) {
            assertThatThrownBy(() -> check().queues(other).build())
                    .isInstanceOf(InvalidFlowException.class)
                    .hasMessageContaining("it has two stores for durable queues");
        }
        EventStore foreign = new EventStore() {
            @Override
            public String name() {
                return "foreign";
            }

            @Override
            public QueueKind kind() {
                return QueueKind.DURABLE;
            }
        };
        assertThatThrownBy(() -> Flows.<String>create("orders").deadLetters(foreign))
                .isInstanceOf(InvalidFlowException.class)
                .hasMessageContaining("its store 'foreign' was not made for flows");
    }
}
