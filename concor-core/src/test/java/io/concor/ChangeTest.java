package io.concor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Changes of a layout: as a whole or not at all. */
@Timeout(60)
class ChangeTest {

    private static final JoinSettings SINGLE = JoinSettings.single();
    private static final JoinSettings FIXED = JoinSettings.fixed(2);

    @RegisterExtension
    final RunningFlows flows = new RunningFlows();

    private final Gate gate = new Gate();

    private Flow<String, String> flow() {
        return flows.start(Flows.<String>create("flow")
                .map(message -> message, "a")
                .join(SINGLE)
                .mapSingleThreaded(message -> message, "b")
                .map(message -> message, "c"));
    }

    private Flow<String, String> holding() {
        return flows.start(Flows.<String>create("flow").join(SINGLE).map(this::hold, "slow"));
    }

    private String hold(String message) throws InterruptedException {
        if (message.equals("held")) {
            gate.pass();
        }
        return message;
    }

    private ChangeResult change(ChangeRequest request) {
        return flows.manager().change(request);
    }

    private Layout layout() {
        return flows.manager().layout("flow");
    }

    @Test
    void putsAJoinIntoAnEmptySlot() throws Exception {
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
        assertThat(flows.manager().slot("flow", "c").taken()).isEqualTo(1);
    }

    @Test
    void takesAJoinOut() throws Exception {
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
                SINGLE.waiting(Waiting.YIELDING),
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
            assertThat(flows.manager().slot("flow", "c").settings()).isEqualTo(settings);
            assertThat(RunningFlows.get(flow.submit("x"))).isEqualTo("x");
        }
    }

    @Test
    void aFixedPoolHasItsThreadsAsSoonAsTheChangeIsMade() {
        flow();
        change(ChangeRequest.put("flow", "c", JoinSettings.fixed(5)));
        assertThat(flows.manager().slot("flow", "c").totalThreads()).isEqualTo(5);

        change(ChangeRequest.put("flow", "c", JoinSettings.fixed(2)));
        assertThat(flows.manager().slot("flow", "c").totalThreads()).isEqualTo(2);
    }

    @Test
    void changesSeveralSlotsInOne() {
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
    void aLayoutEmptiesTheSlotsThatItDoesNotName() {
        flow();
        change(ChangeRequest.put("flow", "c", FIXED));

        change(ChangeRequest.layout("flow", Map.of("a", SINGLE)));

        assertThat(layout().slots()).containsOnlyKeys("a");
    }

    @Test
    void aChangeToWhatIsThereAlreadyKeepsTheVersion() {
        flow();

        ChangeResult result = change(ChangeRequest.put("flow", "b", SINGLE));

        assertThat(result).returns(1L, ChangeResult::version).returns(List.of(), ChangeResult::slots);
        assertThat(change(ChangeRequest.takeOut("flow", "c")).version()).isEqualTo(1);
    }

    @Test
    void aDryRunTellsTheChangeAndMakesNone() {
        flow();

        ChangeResult result = change(ChangeRequest.put("flow", "c", FIXED).dryRun(true));

        assertThat(result)
                .returns(true, ChangeResult::dryRun)
                .returns(1L, ChangeResult::version)
                .returns(List.of(new SlotChange("c", null, FIXED)), ChangeResult::slots);
        assertThat(layout()).isEqualTo(new Layout(1, Map.of("b", SINGLE)));
        assertThat(flows.manager().slot("flow", "c").totalThreads()).isZero();
    }

    @Test
    void aDryRunRefusesWhatTheChangeWouldRefuse() {
        flow();

        assertThatExceptionOfType(InvalidLayoutException.class)
                .isThrownBy(() -> change(ChangeRequest.takeOut("flow", "b").dryRun(true)));
        assertThatExceptionOfType(VersionConflictException.class)
                .isThrownBy(() -> change(
                        ChangeRequest.put("flow", "c", FIXED).dryRun(true).expectedVersion(9L)));
    }

    @Test
    void isMadeWhereTheVersionIsTheExpectedOne() {
        flow();

        assertThat(change(ChangeRequest.put("flow", "c", FIXED).expectedVersion(1L))
                        .version())
                .isEqualTo(2);
    }

    @Test
    void isRefusedWhereTheVersionIsAnother() {
        flow();
        change(ChangeRequest.put("flow", "c", FIXED));

        assertThatExceptionOfType(VersionConflictException.class)
                .isThrownBy(() -> change(ChangeRequest.takeOut("flow", "c").expectedVersion(1L)))
                .returns(1L, VersionConflictException::expected)
                .returns(2L, VersionConflictException::present)
                .withMessage("Flow 'flow': version 1 was expected, but the layout has version 2");
        assertThat(layout()).isEqualTo(new Layout(2, Map.of("b", SINGLE, "c", FIXED)));
    }

    @Test
    void changesNothingWhereOneOfSeveralSlotsWouldBreakARule() {
        flow();
        ChangeRequest request = ChangeRequest.layout("flow", Map.of("a", FIXED, "c", FIXED));

        assertThatExceptionOfType(InvalidLayoutException.class)
                .isThrownBy(() -> change(request))
                .returns("a", InvalidLayoutException::slot);

        assertThat(layout()).isEqualTo(new Layout(1, Map.of("b", SINGLE)));
        assertThat(flows.manager().slot("flow", "c").totalThreads()).isZero();
    }

    @Test
    void changesNothingWhereATaskHoldsItsThreadTooLongAndTheFlowGoesOn() throws Exception {
        Flow<String, String> flow = holding();
        CompletableFuture<String> held = flow.submit("held");
        gate.awaitReached();
        CompletableFuture<String> behind = flow.submit("behind");
        List<ChangeRequest> requests = List.of(
                ChangeRequest.put("flow", "slow", FIXED),
                ChangeRequest.put("flow", "slow", SINGLE.waiting(Waiting.YIELDING)),
                ChangeRequest.takeOut("flow", "slow"));
        for (ChangeRequest request : requests) {
            assertThatExceptionOfType(ChangeNotPossibleException.class)
                    .isThrownBy(() -> change(request.timeLimit(Duration.ofMillis(100))))
                    .withMessageContainingAll("Flow 'flow', slot 'slow'", "after PT0.1S", "nothing was changed")
                    .returns("flow", ChangeNotPossibleException::flow)
                    .returns("slow", ChangeNotPossibleException::slot)
                    .returns(ChangeNotPossibleException.Reason.TOO_LONG, ChangeNotPossibleException::reason);

            assertThat(layout()).isEqualTo(new Layout(1, Map.of("slow", SINGLE)));
        }
        assertThat(behind).isNotDone();

        gate.open();

        assertThat(RunningFlows.get(held)).isEqualTo("held");
        assertThat(RunningFlows.get(behind)).isEqualTo("behind");
        assertThat(change(ChangeRequest.put("flow", "slow", FIXED)).version()).isEqualTo(2);
        assertThat(RunningFlows.get(flow.submit("after"))).isEqualTo("after");
        await("only the threads of the new pool are left")
                .until(() -> Thread.getAllStackTraces().keySet().stream()
                                .filter(thread -> thread.getName().startsWith("flow.slow-"))
                                .count()
                        == 2);
    }

    @Test
    void takesBackTheStepsThatWereMadeWhereALaterOneTakesTooLong() throws Exception {
        Flow<String, String> flow = flows.start(Flows.<String>create("flow")
                .join(SINGLE)
                .map(message -> message, "first")
                .join(SINGLE)
                .map(this::hold, "slow")
                .map(message -> message, "last"));
        flow.submit("held");
        gate.awaitReached();

        assertThatExceptionOfType(ChangeNotPossibleException.class)
                .isThrownBy(
                        () -> change(ChangeRequest.layout("flow", Map.of("first", FIXED, "slow", FIXED, "last", SINGLE))
                                .timeLimit(Duration.ofMillis(100))));

        assertThat(layout()).isEqualTo(new Layout(1, Map.of("first", SINGLE, "slow", SINGLE)));
        gate.open();
        assertThat(RunningFlows.get(flow.submit("x"))).isEqualTo("x");
        assertThat(flows.manager().slots("flow"))
                .extracting(SlotState::totalThreads)
                .containsExactly(1, 1, 0);
    }

    @Test
    void isBoundedInTimeAlsoWhereATaskOfTheSameFlowAsksForIt() throws Exception {
        Flow<String, String> flow = flows.start(Flows.<String>create("flow")
                .join(SINGLE)
                .map(
                        message -> {
                            if (message.equals("change")) {
                                change(ChangeRequest.put("flow", "asks", FIXED).timeLimit(Duration.ofMillis(100)));
                            }
                            return message;
                        },
                        "asks"));

        assertThat(RunningFlows.errorOf(flow.submit("change"))).isInstanceOf(ChangeNotPossibleException.class);
        assertThat(layout().version()).isEqualTo(1);
        assertThat(RunningFlows.get(flow.submit("x"))).isEqualTo("x");
    }

    @Test
    void waitsForAnotherChangeUnderWayNoLongerThanItsTimeLimit() throws Exception {
        Flow<String, String> flow = holding();
        flow.submit("held");
        gate.awaitReached();
        CompletableFuture<Void> first =
                RunningFlows.onOwnThread(() -> change(ChangeRequest.put("flow", "slow", FIXED)));
        await("the first change is under way").until(() -> Thread.getAllStackTraces().keySet().stream()
                .anyMatch(thread -> thread.getName().equals("flow.slow-2")));

        assertThatExceptionOfType(ChangeNotPossibleException.class)
                .isThrownBy(() -> change(ChangeRequest.takeOut("flow", "slow").timeLimit(Duration.ofMillis(50))))
                .withMessageContaining("another change has been under way for PT0.05S")
                .returns(ChangeNotPossibleException.Reason.OTHER_CHANGE, ChangeNotPossibleException::reason);

        gate.open();
        RunningFlows.get(first);
        assertThat(layout()).isEqualTo(new Layout(2, Map.of("slow", FIXED)));
    }

    @Test
    void ofManyChangesAskedForAtOnceEachGrowsTheVersionByOne() throws Exception {
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
    void tellsHowManyWaitingEventsWereHandedOver() throws Exception {
        Flow<String, String> flow = flows.start(
                Flows.<String>create("flow").join(FIXED).map(this::hold, "slow").map(message -> message, "last"));
        flow.submit("held");
        flow.submit("held");
        await("both threads are at work")
                .until(() -> flows.manager().slot("flow", "slow").activeThreads() == 2);
        for (int i = 0; i < 7; i++) {
            flow.submit("waits");
        }

        ChangeResult result = change(ChangeRequest.put("flow", "slow", JoinSettings.cached(4)));

        assertThat(result.handedOver()).isEqualTo(7);
        await("the new threads did the rest")
                .until(() -> flows.manager().summary("flow").completed() == 7);
        gate.open();
    }

    @Test
    void isRefusedWhereTheFlowIsStopped() {
        flow();
        flows.manager().stop("flow", Duration.ofSeconds(10));

        assertThatExceptionOfType(ChangeNotPossibleException.class)
                .isThrownBy(() -> change(ChangeRequest.put("flow", "c", FIXED)))
                .withMessageContaining("the flow is stopped")
                .returns(ChangeNotPossibleException.Reason.NOT_RUNNING, ChangeNotPossibleException::reason);
        assertThat(layout().version()).isEqualTo(1);
    }

    @Test
    void whatWaitsForOneThreadGoesToTheSeveralThreadsThatTakeOver() throws Exception {
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
        await().until(() -> flows.manager().slot("flow", "slot").queueSize() == 8);
        AtomicReference<ChangeResult> told = new AtomicReference<>();
        Thread changing =
                new Thread(() -> told.set(flows.manager().change(ChangeRequest.takeOut("flow", "slot"))), "changing");
        changing.start();
        await("the change waits for the one thread").until(() -> changing.getState() == Thread.State.TIMED_WAITING);
        gate.open();
        changing.join();

        assertThat(told.get().handedOver()).isEqualTo(8);
        for (CompletableFuture<Integer> result : results) {
            RunningFlows.get(result);
        }
    }

    @Test
    void anEmptiedSlotShowsWhatItsOldThreadsHaveStillToDo() throws Exception {
        Gate gate = new Gate();
        Flow<Integer, Integer> flow = flows.start(
                Flows.<Integer>create("flow").join(JoinSettings.fixed(2)).forEach(event -> gate.pass(), "slot"));
        IntStream.range(0, 5).forEach(flow::apply);
        await().until(() -> flows.manager().slot("flow", "slot").queueSize() == 3);

        flows.manager().change(ChangeRequest.takeOut("flow", "slot"));

        assertThat(flows.manager().slot("flow", "slot")).isEqualTo(new SlotState("slot", null, 3, 2, 2, 0));
        gate.open();
        await().until(() -> flows.manager().slot("flow", "slot").equals(new SlotState("slot", null, 0, 0, 0, 0)));
    }
}
