package io.concor.manage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.Continuation;
import io.concor.Flow;
import io.concor.Flows;
import io.concor.JoinSettings;
import io.concor.WaitMode;
import io.concor.fixture.ChangingFlow;
import io.concor.fixture.Gate;
import io.concor.fixture.RunningFlows;
import io.concor.layout.Layout;
import io.concor.layout.SlotState;
import io.concor.manage.ChangeResult.SlotChange;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Changes of layouts. */
@Timeout(60)
class ChangeTest extends ChangingFlow {

    @Test
    void fillsAnEmptySlot() throws Exception {
        Flow<String, String> flow = flow();

        ChangeResult result = change(ChangeRequest.put("flow", "c", FIXED));

        assertThat(result)
                .returns("flow", ChangeResult::flow)
                .returns(false, ChangeResult::dryRun)
                .returns(1L, ChangeResult::oldVersion)
                .returns(2L, ChangeResult::version)
                .returns(List.of(new SlotChange("c", null, FIXED)), ChangeResult::slots)
                .returns(0L, ChangeResult::handedOver);
        assertThat(result.took()).isPositive();
        assertThat(layout()).isEqualTo(new Layout(2, Map.of("b", SINGLE, "c", FIXED)));
        assertThat(RunningFlows.get(flow.submit("x"))).isEqualTo("x");
        assertThat(flows.manager().flow("flow").slot("c").taken()).isEqualTo(1);
    }

    @Test
    void removesAJoin() throws Exception {
        Flow<String, String> flow = flow();
        change(ChangeRequest.put("flow", "c", FIXED));

        assertThat(change(ChangeRequest.takeOut("flow", "c")).slots())
                .containsExactly(new SlotChange("c", FIXED, null));

        assertThat(layout()).isEqualTo(new Layout(3, Map.of("b", SINGLE)));
        assertThat(RunningFlows.get(flow.submit("x"))).isEqualTo("x");
    }

    @Test
    void changesEverySettingOfAJoin() throws Exception {
        Flow<String, String> flow = flow();
        List<JoinSettings> all = List.of(
                FIXED,
                FIXED.threads(4),
                FIXED.threads(4).capacity(2),
                FIXED.threads(1),
                SINGLE.waiting(WaitMode.YIELDING),
                JoinSettings.cached(3),
                JoinSettings.cached(3).keepAlive(Duration.ofMillis(1)),
                JoinSettings.cached(1),
                SINGLE);
        change(ChangeRequest.put("flow", "c", SINGLE));
        long version = layout().version();
        for (JoinSettings settings : all) {
            ChangeResult result = change(ChangeRequest.put("flow", "c", settings));

            assertThat(result.version()).isEqualTo(++version);
            assertThat(layout().slots()).containsEntry("c", settings);
            assertThat(flows.manager().flow("flow").slot("c").settings()).isEqualTo(settings);
            assertThat(RunningFlows.get(flow.submit("x"))).isEqualTo("x");
        }
    }

    @Test
    void fixedPoolHasAllThreadsAfterTheChange() {
        flow();
        change(ChangeRequest.put("flow", "c", JoinSettings.fixed(5)));
        assertThat(flows.manager().flow("flow").slot("c").totalThreads()).isEqualTo(5);

        change(ChangeRequest.put("flow", "c", JoinSettings.fixed(2)));
        assertThat(flows.manager().flow("flow").slot("c").totalThreads()).isEqualTo(2);
    }

    @Test
    void changesSeveralSlotsAtOnce() {
        flow();
        Map<String, Optional<JoinSettings>> slots = new LinkedHashMap<>();
        slots.put("c", Optional.of(FIXED));
        slots.put("b", Optional.empty());
        slots.put("a", Optional.of(SINGLE));

        ChangeResult result = change(ChangeRequest.slots("flow", slots));

        assertThat(result.slots())
                .containsExactly(
                        new SlotChange("a", null, SINGLE),
                        new SlotChange("b", SINGLE, null),
                        new SlotChange("c", null, FIXED));
        assertThat(layout()).isEqualTo(new Layout(2, Map.of("a", SINGLE, "c", FIXED)));
    }

    @Test
    void layoutEmptiesTheSlotsThatItDoesNotName() {
        flow();
        change(ChangeRequest.put("flow", "c", FIXED));

        change(ChangeRequest.layout("flow", Map.of("a", SINGLE)));

        assertThat(layout().slots()).containsOnlyKeys("a");
    }

    @Test
    void changeWithoutDifferenceKeepsTheVersion() {
        flow();

        ChangeResult result = change(ChangeRequest.put("flow", "b", SINGLE));

        assertThat(result).returns(1L, ChangeResult::version).returns(List.of(), ChangeResult::slots);
        assertThat(change(ChangeRequest.takeOut("flow", "c")).version()).isEqualTo(1);
    }

    @Test
    void dryRunReportsTheChangeWithoutMakingIt() {
        flow();

        ChangeResult result = change(ChangeRequest.put("flow", "c", FIXED).dryRun(true));

        assertThat(result)
                .returns(true, ChangeResult::dryRun)
                .returns(1L, ChangeResult::version)
                .returns(List.of(new SlotChange("c", null, FIXED)), ChangeResult::slots);
        assertThat(layout()).isEqualTo(new Layout(1, Map.of("b", SINGLE)));
        assertThat(flows.manager().flow("flow").slot("c").totalThreads()).isZero();
    }

    @Test
    void isMadeIfTheLayoutHasTheExpectedVersion() {
        flow();

        assertThat(change(ChangeRequest.put("flow", "c", FIXED).expectedVersion(1L))
                        .version())
                .isEqualTo(2);
    }

    @Test
    void eachOfManyConcurrentChangesIncrementsTheVersion() throws Exception {
        flow();
        List<CompletableFuture<Void>> changes = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            JoinSettings mine = JoinSettings.fixed(i + 1);
            changes.add(RunningFlows.onOwnThread(() -> {
                for (int k = 0; k < 10; k++) {
                    change(ChangeRequest.put("flow", "c", mine.capacity(1 << k)));
                }
            }));
        }
        for (CompletableFuture<Void> each : changes) {
            RunningFlows.get(each);
        }

        assertThat(layout().version()).isEqualTo(41);
    }

    @Test
    void reportsHowManyWaitingEventsWereHandedOver() throws Exception {
        Flow<String, String> flow = flows.start(
                Flows.<String>create("flow").join(FIXED).map(this::hold, "slow").map(message -> message, "last"));
        flow.submit("held");
        flow.submit("held");
        await("both threads are at work")
                .until(() -> flows.manager().flow("flow").slot("slow").activeThreads() == 2);
        for (int i = 0; i < 7; i++) {
            flow.submit("waits");
        }

        ChangeResult result = change(ChangeRequest.put("flow", "slow", JoinSettings.cached(4)));

        assertThat(result.handedOver()).isEqualTo(7);
        await("the new threads did the rest")
                .until(() -> flows.manager().flow("flow").summary().completed() == 7);
        gate.open();
    }

    @Test
    void waitingEventsAreSharedByTheThreadsOfTheNewJoin() throws Exception {
        CountDownLatch together = new CountDownLatch(4);
        Gate gate = new Gate();
        Flow<Integer, Integer> flow = flows.start(Flows.<Integer>create("flow")
                .join(JoinSettings.fixed(4))
                .<Integer>map(event -> event, "wide")
                .join(JoinSettings.single())
                .forEach(
                        event -> {
                            if (event == 0) {
                                gate.pass();
                            } else {
                                together.countDown();
                                assertThat(Gate.soon(together)).isTrue();
                            }
                        },
                        "slot"));
        List<CompletableFuture<Integer>> results = new ArrayList<>();
        results.add(flow.submit(0));
        gate.awaitReached();
        IntStream.rangeClosed(1, 8).mapToObj(flow::submit).forEach(results::add);
        await().until(() -> flows.manager().flow("flow").slot("slot").queueSize() == 8);

        assertThat(takeOutSlot(gate).handedOver()).isEqualTo(8);
        for (CompletableFuture<Integer> result : results) {
            RunningFlows.get(result);
        }
    }

    /** Removes a join with one thread, which a gate blocks until the change waits for it. */
    private ChangeResult takeOutSlot(Gate gate) throws InterruptedException {
        AtomicReference<ChangeResult> result = new AtomicReference<>();
        Thread changing =
                new Thread(() -> result.set(flows.manager().change(ChangeRequest.takeOut("flow", "slot"))), "changing");
        changing.start();
        await("the change waits for the one thread").until(() -> changing.getState() == Thread.State.TIMED_WAITING);
        gate.open();
        changing.join();
        return result.get();
    }

    @Test
    void removedJoinAfterATransitionHandlesItsWaitingEventsInOrder() throws Exception {
        Map<Integer, Continuation<Integer>> away = new ConcurrentHashMap<>();
        List<Integer> order = new CopyOnWriteArrayList<>();
        Gate gate = new Gate();
        Flow<Integer, Integer> flow = flows.start(Flows.<Integer>create("flow")
                .join(JoinSettings.fixed(4))
                .<Integer>map(event -> event, "wide")
                .<Integer>bind((event, back) -> away.put(event, back), "cross")
                .join(JoinSettings.single())
                .forEach(
                        event -> {
                            gate.pass();
                            order.add(event);
                        },
                        "slot"));
        List<CompletableFuture<Integer>> results =
                IntStream.range(0, 9).mapToObj(flow::submit).toList();
        await("all are away").until(() -> away.size() == 9);
        IntStream.range(0, 9).forEach(event -> away.get(event).complete(event));
        gate.awaitReached();

        assertThat(takeOutSlot(gate).handedOver()).isEqualTo(8);
        for (CompletableFuture<Integer> result : results) {
            RunningFlows.get(result);
        }
        assertThat(order).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8);
    }

    @Test
    void emptiedSlotShowsTheRestOfTheQueueOfItsOldThreads() throws Exception {
        Gate gate = new Gate();
        Flow<Integer, Integer> flow = flows.start(
                Flows.<Integer>create("flow").join(JoinSettings.fixed(2)).forEach(event -> gate.pass(), "slot"));
        IntStream.range(0, 5).forEach(flow::apply);
        await().until(() -> flows.manager().flow("flow").slot("slot").queueSize() == 3);

        flows.manager().change(ChangeRequest.takeOut("flow", "slot"));

        assertThat(flows.manager().flow("flow").slot("slot")).isEqualTo(new SlotState("slot", null, 3, 2, 2, 0));
        gate.open();
        await().until(() -> flows.manager().flow("flow").slot("slot").equals(new SlotState("slot", null, 0, 0, 0, 0)));
    }
}
