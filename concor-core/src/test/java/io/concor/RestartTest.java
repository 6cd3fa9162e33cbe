package io.concor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

import io.concor.fixture.Gate;
import io.concor.fixture.Overlap;
import io.concor.fixture.RunningFlows;
import io.concor.fixture.StoppingFlows;
import io.concor.layout.FlowState;
import io.concor.layout.FlowSummary;
import io.concor.layout.SlotState;
import io.concor.manage.ChangeRequest;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How a flow starts again after a stop. */
@Timeout(60)
class RestartTest extends StoppingFlows {

    @Test
    void takesEventsAgainAfterAStart() throws Exception {
        Flow<String, String> flow = flows.start(
                Flows.<String>create("flow").join(JoinSettings.single()).map(message -> message, "a"));
        flows.manager().change(ChangeRequest.put("flow", "a", JoinSettings.fixed(2)));
        flows.manager().flow("flow").stop(LONG);

        flows.manager().flow("flow").start();

        assertThat(RunningFlows.get(flow.submit("x"))).isEqualTo("x");
        assertThat(summary()).returns(FlowState.RUNNING, FlowSummary::state).returns(2L, FlowSummary::version);
        assertThat(flows.manager().flow("flow").layout().slots()).containsEntry("a", JoinSettings.fixed(2));
    }

    @Test
    void takesEventsAgainAlsoAfterAStopThatWasNotClean() throws Exception {
        Flow<String, String> flow = flows.start(Flows.<String>create("flow")
                .<String>bind(
                        (message, back) -> {
                            if (!message.equals("stays")) {
                                back.complete(message);
                            }
                        },
                        "cross")
                .maxInFlight(1));
        flow.submit("stays");
        assertThat(flows.manager().flow("flow").stop(Duration.ZERO).unfinished())
                .isEqualTo(1);

        flows.manager().flow("flow").start();

        assertThat(RunningFlows.get(flow.submit("x"))).isEqualTo("x");
        assertThat(RunningFlows.get(flow.submit("y"))).isEqualTo("y");
    }

    @Test
    void stoppingAndStartingAgainDoesNothingTwice() {
        flows.start(Flows.<String>create("flow").join(JoinSettings.single()).map(message -> message, "a"));

        flows.manager().flow("flow").start();
        await("one thread").until(() -> threadsOf("flow").size() == 1); // those of the test before may still be ending
        assertThat(flows.manager().flow("flow").stop(LONG).clean()).isTrue();
        assertThat(flows.manager().flow("flow").stop(LONG).clean()).isTrue();
        assertThat(summary().state()).isEqualTo(FlowState.STOPPED);
    }

    @Test
    void closingTwiceDoesNothingAndAClosedFlowDoesNotStart() {
        Flow<String, String> flow = flows.start(held());
        flow.close();
        flow.close();

        assertThatIllegalStateException()
                .isThrownBy(() -> flows.manager().flow("flow").start())
                .withMessage("Flow 'flow' was closed for good. Build a new one");
        assertThat(summary().state()).isEqualTo(FlowState.CLOSED);
        assertThat(flow.tryApply("x")).isFalse();
    }

    @Test
    void neitherLosesNorRepeatsAnEventIfProducersContinueThroughStopsAndStarts() throws Exception {
        Overlap<Integer> counter = new Overlap<>();
        Flow<Integer, Integer> flow = flows.start(Flows.<Integer>create("flow")
                .join(JoinSettings.fixed(2))
                .<Integer>map(message -> message, "front")
                .join(JoinSettings.single())
                .mapSingleThreaded(counter, "count"));
        AtomicBoolean enough = new AtomicBoolean();
        CompletableFuture<Integer> accepted = new CompletableFuture<>();
        RunningFlows.onOwnThread(() -> {
            int taken = 0;
            while (!enough.get()) {
                taken += flow.tryApply(taken) ? 1 : 0;
            }
            accepted.complete(taken);
        });

        for (int i = 0; i < 30; i++) {
            assertThat(flows.manager().flow("flow").stop(LONG).clean()).isTrue();
            flows.manager().flow("flow").start();
        }
        enough.set(true);

        long taken = RunningFlows.get(accepted);
        await("all events ended").until(() -> summary().completed() == taken);
        flows.manager().flow("flow").stop(LONG);
        assertThat(counter.runs()).isEqualTo(taken);
        assertThat(counter.overlaps()).isZero();
    }

    @Test
    void aThreadThatComesBackAfterAStartMeetsTheNewJoins() throws Exception {
        Gate inCatch = new Gate();
        List<String> threads = new CopyOnWriteArrayList<>();
        Flow<String, String> flow = flows.start(Flows.<String>create("flow")
                .map(this::holdStubbornly, "outside")
                .join(JoinSettings.single())
                .map(message -> message, "x")
                .catching(
                        error -> {
                            inCatch.passStubbornly();
                            return "recovered";
                        },
                        "first-catch")
                .map(message -> message, "y")
                .catching(error -> "recovered again", "second-catch")
                .noJoin()
                .mapSingleThreaded(
                        message -> {
                            threads.add(Thread.currentThread().getName());
                            return message;
                        },
                        "single"));
        CompletableFuture<Void> entering = RunningFlows.onOwnThread(() -> flow.apply("late"));
        gate.awaitReached();
        assertThat(flows.manager().flow("flow").stop(SHORT).clean()).isFalse();
        gate.open();
        inCatch.awaitReached();

        flows.manager().flow("flow").start();
        inCatch.open();

        RunningFlows.get(entering);
        await().until(() -> threads.size() == 1);
        assertThat(threads).containsExactly("flow.x-1");
    }

    @Test
    void showsTheJoinsThatAStartWillPutIn() {
        flows.start(held());
        flows.manager().flow("flow").stop(LONG);

        SlotState expected = new SlotState("slow", JoinSettings.single(), 0, 0, 0, 0);
        await("its thread has ended").until(() -> flows.manager().flow("flow").slot("slow"), expected::equals);
    }
}
