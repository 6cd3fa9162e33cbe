package io.concor.manage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.concor.Flow;
import io.concor.Flows;
import io.concor.InvalidLayoutException;
import io.concor.WaitMode;
import io.concor.fixture.ChangingFlow;
import io.concor.fixture.RunningFlows;
import io.concor.layout.ChangeNotPossibleException;
import io.concor.layout.Layout;
import io.concor.layout.SlotState;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A change that is not possible leaves the layout unchanged. */
@Timeout(60)
class ImpossibleChangeTest extends ChangingFlow {

    @Test
    void dryRunRefusesWhatTheChangeWouldRefuse() {
        flow();

        assertThatExceptionOfType(InvalidLayoutException.class)
                .isThrownBy(() -> change(ChangeRequest.takeOut("flow", "b").dryRun(true)));
        assertThatExceptionOfType(VersionConflictException.class)
                .isThrownBy(() -> change(
                        ChangeRequest.put("flow", "c", FIXED).dryRun(true).expectedVersion(9L)));
    }

    @Test
    void isRefusedIfTheLayoutHasAnotherVersion() {
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
    void changesNothingIfOneOfSeveralSlotsWouldBreakARule() {
        flow();
        ChangeRequest request = ChangeRequest.layout("flow", Map.of("a", FIXED, "c", FIXED));

        assertThatExceptionOfType(InvalidLayoutException.class)
                .isThrownBy(() -> change(request))
                .returns("a", InvalidLayoutException::slot);

        assertThat(layout()).isEqualTo(new Layout(1, Map.of("b", SINGLE)));
        assertThat(flows.manager().flow("flow").slot("c").totalThreads()).isZero();
    }

    @Test
    void changesNothingIfATaskTakesTooLong() throws Exception {
        Flow<String, String> flow = holding();
        CompletableFuture<String> held = flow.submit("held");
        gate.awaitReached();
        CompletableFuture<String> behind = flow.submit("behind");
        List<ChangeRequest> requests = List.of(
                ChangeRequest.put("flow", "slow", FIXED),
                ChangeRequest.put("flow", "slow", SINGLE.waiting(WaitMode.YIELDING)),
                ChangeRequest.takeOut("flow", "slow"));
        for (ChangeRequest request : requests) {
            assertThatExceptionOfType(ChangeNotPossibleException.class)
                    .isThrownBy(() -> change(request.timeLimit(Duration.ofMillis(100))))
                    .withMessageContainingAll("Flow 'flow', slot 'slow'", "after 100ms", "nothing was changed")
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
    void reversesEarlierStepsIfALaterOneTakesTooLong() throws Exception {
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
        assertThat(flows.manager().flow("flow").slots())
                .extracting(SlotState::totalThreads)
                .containsExactly(1, 1, 0);
    }

    @Test
    void isLimitedInTimeEvenIfATaskOfTheFlowRequestsIt() throws Exception {
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
    void waitsForAnotherChangeUpToItsTimeLimit() throws Exception {
        Flow<String, String> flow = holding();
        flow.submit("held");
        gate.awaitReached();
        CompletableFuture<Void> first =
                RunningFlows.onOwnThread(() -> change(ChangeRequest.put("flow", "slow", FIXED)));
        await("the first change is under way").until(() -> Thread.getAllStackTraces().keySet().stream()
                .anyMatch(thread -> thread.getName().equals("flow.slow-2")));

        assertThatExceptionOfType(ChangeNotPossibleException.class)
                .isThrownBy(() -> change(ChangeRequest.takeOut("flow", "slow").timeLimit(Duration.ofMillis(50))))
                .withMessageContaining("another change has been running for 50ms")
                .returns(ChangeNotPossibleException.Reason.OTHER_CHANGE, ChangeNotPossibleException::reason);

        gate.open();
        RunningFlows.get(first);
        assertThat(layout()).isEqualTo(new Layout(2, Map.of("slow", FIXED)));
    }

    @Test
    void isRefusedIfTheFlowIsStopped() {
        flow();
        flows.manager().flow("flow").stop(Duration.ofSeconds(10));

        assertThatExceptionOfType(ChangeNotPossibleException.class)
                .isThrownBy(() -> change(ChangeRequest.put("flow", "c", FIXED)))
                .withMessageContaining("the flow is stopped")
                .returns(ChangeNotPossibleException.Reason.NOT_RUNNING, ChangeNotPossibleException::reason);
        assertThat(layout().version()).isEqualTo(1);
    }
}
