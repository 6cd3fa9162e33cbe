package io.concor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.fixture.Gate;
import io.concor.fixture.Overlap;
import io.concor.fixture.RunningFlows;
import io.concor.layout.ChangeNotPossibleException;
import io.concor.layout.SlotState;
import io.concor.manage.ChangeRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** A single-threaded task never meets itself while the join that serves it moves along the flow. */
@ParameterizedClass(name = "measured: {0}")
@ValueSource(booleans = {false, true})
@Timeout(120)
class MovedJoinTest {

    private static final JoinSettings SINGLE = JoinSettings.single();
    private static final JoinSettings FIXED = JoinSettings.fixed(4);

    @RegisterExtension
    final RunningFlows flows;

    private final Overlap<Integer> counter = new Overlap<>();
    private final Gate gate = new Gate();
    private final Gate inCounter = new Gate();
    private final AtomicInteger inside = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();

    MovedJoinTest(boolean measured) {
        this.flows = RunningFlows.measured(measured);
    }

    /** Event 1 is held in the first component, event 2 in the single-threaded one. */
    private Flow<Integer, Integer> twoHeldEvents(JoinSettings front) {
        FlowBuilder<Integer, Integer> builder = Flows.create("moved");
        if (front != null) {
            builder = builder.join(front);
        }
        return flows.start(builder.<Integer>map(this::holdFirst, "front")
                .join(SINGLE)
                .mapSingleThreaded(this::holdSecond, "counter"));
    }

    private Integer holdFirst(Integer message) {
        if (message == 1) {
            gate.passStubbornly();
        }
        return message;
    }

    private Integer holdSecond(Integer message) {
        return count(message, message == 2);
    }

    private Integer count(Integer message, boolean held) {
        most.accumulateAndGet(inside.incrementAndGet(), Math::max);
        if (held) {
            inCounter.passStubbornly();
        }
        inside.decrementAndGet();
        return message;
    }

    /** Whether this is done, or refused because of the thread in front, is not what is asked here. */
    private void moveToFront() {
        try {
            flows.manager()
                    .change(ChangeRequest.layout("moved", Map.of("front", SINGLE))
                            .timeLimit(Duration.ofSeconds(1)));
        } catch (ChangeNotPossibleException stillInFront) {
            assertThat(flows.manager().flow("moved").layout().slots()).containsKey("counter");
        }
    }

    /** Lets event 2 into the single-threaded task and then event 1 out of the first component. */
    private void meet(Flow<Integer, Integer> flow, CompletableFuture<?> first) throws Exception {
        CompletableFuture<Void> second = RunningFlows.onOwnThread(() -> RunningFlows.get(flow.submit(2)));
        inCounter.awaitReached();
        gate.open();
        await("the first event is in the single-threaded task, or waits for it")
                .until(() -> inside.get() > 1 || waiting() > 0);
        inCounter.open();
        RunningFlows.get(second);
        RunningFlows.get(first);
        assertThat(most).as("events in the single-threaded task at once").hasValue(1);
    }

    private long waiting() {
        return flows.manager().flow("moved").slots().stream()
                .mapToLong(SlotState::queueSize)
                .sum();
    }

    @Test
    void enteringThreadsDoNotRunTheTaskTogetherWithItsNewThread() throws Exception {
        Flow<Integer, Integer> flow = twoHeldEvents(null);
        CompletableFuture<Void> first = RunningFlows.onOwnThread(() -> RunningFlows.get(flow.submit(1)));
        gate.awaitReached();

        moveToFront();

        meet(flow, first);
    }

    @Test
    void threadsDismissedEarlierDoNotRunTheTaskTogetherWithItsNewThread() throws Exception {
        Flow<Integer, Integer> flow = twoHeldEvents(JoinSettings.fixed(2));
        CompletableFuture<Integer> first = flow.submit(1);
        gate.awaitReached();
        flows.manager().change(ChangeRequest.put("moved", "front", JoinSettings.cached(2)));

        moveToFront();

        meet(flow, first);
    }

    @Test
    void threadsOfARemovedJoinDoNotRunTheTaskTogetherWithItsNewThread() throws Exception {
        Flow<Integer, Integer> flow = twoHeldEvents(JoinSettings.fixed(2));
        CompletableFuture<Integer> first = flow.submit(1);
        gate.awaitReached();
        flows.manager().change(ChangeRequest.takeOut("moved", "front"));

        moveToFront();

        meet(flow, first);
    }

    /** Two events are held by threads of the middle join, the others wait for them. */
    @Test
    void threadsOfAJoinThatWasTakenOutDoNotEnterTheTaskForWhatWaitsInTheirRing() throws Exception {
        Flow<Integer, Integer> flow = flows.start(Flows.<Integer>create("moved")
                .join(SINGLE)
                .<Integer>map(message -> message, "front")
                .join(JoinSettings.fixed(2))
                .<Integer>map(this::holdAll, "middle")
                .join(SINGLE)
                .mapSingleThreaded(message -> count(message, true), "counter"));
        List<CompletableFuture<Integer>> results =
                Stream.of(1, 2, 3, 4, 5).map(flow::submit).toList();
        await().until(() -> waiting("middle") == 3);

        flows.manager().change(ChangeRequest.layout("moved", Map.of("front", SINGLE)));
        gate.open();

        inCounter.awaitReached();
        await("others are in the single-threaded task, or wait for it")
                .until(() -> inside.get() > 1 || waiting("front") == 4);
        inCounter.open();
        for (CompletableFuture<Integer> result : results) {
            RunningFlows.get(result);
        }
        assertThat(most).as("events in the single-threaded task at once").hasValue(1);
    }

    private Integer holdAll(Integer message) {
        gate.passStubbornly();
        return message;
    }

    private long waiting(String slot) {
        return flows.manager().flow("moved").slots().stream()
                .filter(state -> state.name().equals(slot))
                .mapToLong(SlotState::queueSize)
                .sum();
    }

    @Test
    void theThreadOfTheJoinBeforeDoesNotStayInTheTaskWhenItGetsAJoinOfItsOwn() throws Exception {
        Flow<Integer, Integer> flow = flows.start(Flows.<Integer>create("moved")
                .join(JoinSettings.fixed(2))
                .<Integer>map(message -> message, "front")
                .join(SINGLE)
                .<Integer>map(message -> message, "middle")
                .mapSingleThreaded(this::holdSecond, "counter"));
        CompletableFuture<Integer> held = flow.submit(2);
        inCounter.awaitReached();

        try {
            flows.manager()
                    .change(ChangeRequest.layout("moved", Map.of("front", JoinSettings.fixed(2), "counter", SINGLE))
                            .timeLimit(Duration.ofSeconds(1)));
        } catch (ChangeNotPossibleException stillInside) {
            assertThat(flows.manager().flow("moved").layout().slots()).containsKey("middle");
        }

        CompletableFuture<Integer> next = flow.submit(3);
        await("the next event is in the single-threaded task, or waits for it")
                .until(() -> most.get() > 1 || waiting() > 0);
        inCounter.open();
        RunningFlows.get(held);
        RunningFlows.get(next);
        assertThat(most).as("events in the single-threaded task at once").hasValue(1);
    }

    @Test
    void theThreadInFrontLeavesTheTaskBeforeItGetsAJoinOfItsOwn() throws Exception {
        Flow<Integer, Integer> flow = twoHeldEvents(null);
        CompletableFuture<Void> overtaken = RunningFlows.onOwnThread(() -> RunningFlows.get(flow.submit(1)));
        gate.awaitReached();
        flows.manager().change(ChangeRequest.layout("moved", Map.of("front", SINGLE)));
        CompletableFuture<Integer> inTask = flow.submit(2);
        inCounter.awaitReached();

        try {
            flows.manager().change(ChangeRequest.put("moved", "counter", SINGLE).timeLimit(Duration.ofMillis(200)));
        } catch (ChangeNotPossibleException stillInside) {
            assertThat(flows.manager().flow("moved").layout().slots()).doesNotContainKey("counter");
        }

        gate.open();
        await("the overtaken event is in the single-threaded task, or waits for it")
                .until(() -> most.get() > 1 || waiting() > 0);
        inCounter.open();
        RunningFlows.get(inTask);
        RunningFlows.get(overtaken);
        assertThat(most).as("events in the single-threaded task at once").hasValue(1);
    }

    @Test
    void theTaskNeverMeetsItselfWhileItsJoinMovesForthAndBackUnderLoad() throws Exception {
        Flow<Integer, Integer> flow = flows.start(Flows.<Integer>create("moved")
                .<Integer>map(message -> message, "front")
                .<Integer>map(message -> message, "middle")
                .join(SINGLE)
                .mapSingleThreaded(counter, "counter"));
        List<Map<String, JoinSettings>> layouts = List.of(
                Map.of("counter", SINGLE),
                Map.of("middle", SINGLE),
                Map.of("front", FIXED, "counter", SINGLE),
                Map.of("front", FIXED, "middle", SINGLE),
                Map.of("front", SINGLE),
                Map.of("front", SINGLE, "middle", FIXED, "counter", SINGLE));
        AtomicBoolean enough = new AtomicBoolean();
        AtomicInteger accepted = new AtomicInteger();
        CountDownLatch producing = new CountDownLatch(4);
        List<CompletableFuture<Void>> producers = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            producers.add(RunningFlows.onOwnThread(() -> {
                producing.countDown();
                while (!enough.get()) {
                    flow.apply(accepted.incrementAndGet());
                }
            }));
        }
        assertThat(Gate.soon(producing)).isTrue();

        try {
            Random random = new Random(7);
            for (int i = 0; i < 200; i++) {
                flows.manager().change(ChangeRequest.layout("moved", layouts.get(random.nextInt(layouts.size()))));
            }
        } finally {
            enough.set(true);
        }

        for (CompletableFuture<Void> producer : producers) {
            RunningFlows.get(producer);
        }
        await("the flow is empty")
                .until(() -> flows.manager().flow("moved").summary().inFlight() == 0);
        assertThat(counter.overlaps()).as("runs at the same time as another").isZero();
        assertThat(flows.manager().flow("moved").summary().completed()).isEqualTo(accepted.get());
        assertThat(counter.runs()).isEqualTo(accepted.get());
    }
}
