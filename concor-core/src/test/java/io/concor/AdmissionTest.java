package io.concor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.concor.fixture.Gate;
import io.concor.fixture.RunningFlows;
import io.concor.layout.FlowState;
import io.concor.layout.FlowSummary;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Who is let in, who waits, and who is refused. */
@Timeout(60)
class AdmissionTest {

    @RegisterExtension
    final RunningFlows flows = new RunningFlows();

    private final Gate gate = new Gate();

    /** A flow with room for one event, which is held in it. */
    private Flow<String, String> full() {
        Flow<String, String> flow = flows.start(Flows.<String>create("flow")
                .join(JoinSettings.single())
                .map(
                        message -> {
                            gate.passStubbornly();
                            return message;
                        },
                        "slow")
                .maxInFlight(1));
        assertThat(flow.tryApply("first")).isTrue();
        gate.awaitReached();
        return flow;
    }

    private FlowSummary summary() {
        return flows.manager().flow("flow").summary();
    }

    private static Thread waiting(Runnable entering) {
        Thread thread = new Thread(entering, "entering");
        thread.setDaemon(true);
        thread.start();
        await("the thread waits at the door").until(() -> thread.getState() == Thread.State.TIMED_WAITING);
        return thread;
    }

    @Test
    void refusesAnotherEventWhenFull() {
        Flow<String, String> flow = full();

        assertThat(flow.tryApply("second")).isFalse();

        assertThat(summary()).returns(1L, FlowSummary::refused).returns(1L, FlowSummary::inFlight);
        gate.open();
    }

    @Test
    void refusesAnotherEventAtOnceWhoseResultIsAwaited() {
        Flow<String, String> flow = full();

        CompletableFuture<String> refused = flow.trySubmit("second");

        assertThat(refused)
                .isCompletedExceptionally()
                .failsWithin(Duration.ZERO)
                .withThrowableThat()
                .havingCause()
                .isInstanceOf(RefusedException.class)
                .withMessage("Flow 'flow' did not take the event: the flow is full");
        assertThat(summary()).returns(1L, FlowSummary::refused).returns(1L, FlowSummary::inFlight);
        gate.open();
    }

    @Test
    void returnsTheResultOfAnEventThatIsAdmittedAtOnce() throws Exception {
        Flow<String, String> flow = flows.start(Flows.<String>create("flow").map(String::toUpperCase, "task"));

        assertThat(RunningFlows.get(flow.trySubmit("first"))).isEqualTo("FIRST");
        flow.close();
        assertThat(flow.trySubmit("second"))
                .failsWithin(Duration.ZERO)
                .withThrowableThat()
                .havingCause()
                .withMessage("Flow 'flow' did not take the event: the flow is stopped");
    }

    @Test
    void waitsForRoomIfAskedTo() {
        Flow<String, String> flow = full();
        waiting(() -> flow.apply("second"));

        gate.open();

        await("both events ended").until(() -> summary().completed() == 2);
        assertThat(summary().refused()).isZero();
    }

    @Test
    void waitsForRoomAlsoIfTheResultIsAwaited() throws Exception {
        Flow<String, String> flow = full();
        CompletableFuture<String> result = new CompletableFuture<>();
        waiting(() -> flow.submit("second").thenAccept(result::complete));

        gate.open();

        assertThat(RunningFlows.get(result)).isEqualTo("second");
    }

    @Test
    void waitsForRoomNoLongerThanTheCallerAllows() {
        Flow<String, String> flow = full();

        for (Duration wait : List.of(Duration.ofMillis(20), Duration.ZERO, Duration.ofSeconds(Long.MIN_VALUE))) {
            assertThat(flow.submit("second", wait))
                    .failsWithin(Duration.ZERO)
                    .withThrowableThat()
                    .havingCause()
                    .isInstanceOf(RefusedException.class)
                    .withMessage(
                            "Flow 'flow' did not take the event: the flow remained full until the time to wait for admission had passed");
        }
        assertThat(summary()).returns(3L, FlowSummary::refused).returns(1L, FlowSummary::inFlight);
        gate.open();
    }

    @Test
    void admitsWhoWaitsForALimitedTimeAsSoonAsThereIsRoom() throws Exception {
        Flow<String, String> flow = full();
        CompletableFuture<String> result = new CompletableFuture<>();
        waiting(() -> flow.submit("second", Duration.ofSeconds(Long.MAX_VALUE)).thenAccept(result::complete));

        gate.open();

        assertThat(RunningFlows.get(result)).isEqualTo("second");
    }

    @Test
    void admitsTheNextCallerAfterTheFirstHasStoppedWaiting() throws Exception {
        Flow<String, String> flow = full();
        CompletableFuture<Throwable> refusal = new CompletableFuture<>();
        waiting(() -> flow.submit("second", Duration.ofSeconds(2)).exceptionally(error -> {
            refusal.complete(error);
            return null;
        }));
        CompletableFuture<String> result = new CompletableFuture<>();
        waiting(() -> flow.submit("third").thenAccept(result::complete));
        assertThat(RunningFlows.get(refusal)).isInstanceOf(RefusedException.class);

        gate.open();

        assertThat(RunningFlows.get(result)).isEqualTo("third");
    }

    @Test
    void letsEveryWaitingThreadInOneAfterTheOther() {
        Flow<String, String> flow = full();
        for (int i = 0; i < 10; i++) {
            waiting(() -> flow.apply("another"));
        }

        gate.open();

        await("all events ended").until(() -> summary().completed() == 11);
    }

    @Test
    void neverHasMoreEventsInsideThanAllowed() throws Exception {
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        Flow<Integer, Integer> flow = flows.start(Flows.<Integer>create("flow")
                .forEach(message -> most.accumulateAndGet(inside.incrementAndGet(), Math::max), "in")
                .join(JoinSettings.fixed(2))
                .forEach(message -> inside.decrementAndGet(), "out")
                .maxInFlight(5));
        List<CompletableFuture<Void>> producers = new ArrayList<>();
        for (int p = 0; p < 4; p++) {
            producers.add(RunningFlows.onOwnThread(() -> {
                for (int i = 0; i < 5_000; i++) {
                    flow.apply(i);
                }
            }));
        }
        for (CompletableFuture<Void> producer : producers) {
            RunningFlows.get(producer);
        }

        assertThat(most.get()).isBetween(1, 5);
    }

    @Test
    void refusesAThreadThatIsInterruptedWhileItWaitsAndLeavesItInterrupted() {
        Flow<String, String> flow = full();
        AtomicReference<Throwable> refusal = new AtomicReference<>();
        AtomicBoolean interrupted = new AtomicBoolean();
        Thread thread = waiting(() -> {
            try {
                flow.apply("second");
            } catch (RefusedException refused) {
                interrupted.set(Thread.currentThread().isInterrupted());
                refusal.set(refused);
            }
        });

        thread.interrupt();

        await("the thread was refused").until(() -> refusal.get() != null);
        assertThat(refusal.get())
                .hasMessage(
                        "Flow 'flow' did not take the event: the thread was interrupted while it waited for admission");
        assertThat(interrupted).isTrue();
        assertThat(summary().refused()).isEqualTo(1);
        gate.open();
        await("the first event ended").until(() -> summary().completed() == 1);
    }

    @Test
    void refusesThoseWhoWaitWhenTheFlowIsStopped() {
        Flow<String, String> flow = full();
        CompletableFuture<Throwable> refusal = new CompletableFuture<>();
        waiting(() -> flow.submit("second").exceptionally(error -> {
            refusal.complete(error);
            return null;
        }));
        RunningFlows.onOwnThread(() -> flows.manager().flow("flow").stop(Duration.ofSeconds(10)));

        await("the thread was refused").until(refusal::isDone);

        assertThat(refusal.join())
                .isInstanceOf(RefusedException.class)
                .hasMessage("Flow 'flow' did not take the event: the flow is stopped");
        gate.open();
    }

    @Test
    void refusesEveryEventOfAClosedFlow() {
        Flow<String, String> flow = flows.start(Flows.<String>create("flow").map(message -> message, "a"));
        flow.close();

        assertThat(flow.tryApply("x")).isFalse();
        assertThatExceptionOfType(RefusedException.class)
                .isThrownBy(() -> flow.apply("x"))
                .withMessage("Flow 'flow' did not take the event: the flow is stopped")
                .returns("flow", RefusedException::flow)
                .returns(RefusedException.Reason.STOPPED, RefusedException::reason);
        assertThatExceptionOfType(ExecutionException.class)
                .isThrownBy(() -> flow.submit("x").get())
                .withCauseInstanceOf(RefusedException.class);
        assertThat(summary()).returns(3L, FlowSummary::refused).returns(FlowState.CLOSED, FlowSummary::state);
    }

    @Test
    void whoHangsOnAResultMayEnterTheSameFlowAgain() throws Exception {
        Flow<Integer, Integer> flow = flows.start(Flows.<Integer>create("flow")
                .join(JoinSettings.single())
                .map(message -> message + 1, "add")
                .maxInFlight(1));

        CompletableFuture<Integer> result = flow.submit(0);
        for (int i = 0; i < 100; i++) {
            result = result.thenCompose(flow::submit);
        }

        assertThat(RunningFlows.get(result)).isEqualTo(101);
    }

    @Test
    void dependentCodeMayAwaitTheNextResultIfThePoolHasAThreadForIt() throws Exception {
        Flow<Integer, Integer> flow = flows.start(Flows.<Integer>create("flow")
                .join(JoinSettings.cached(2))
                .<Integer>map(
                        message -> {
                            gate.pass();
                            return message + 1;
                        },
                        "add")
                .maxInFlight(1));

        CompletableFuture<Integer> result =
                flow.submit(0).thenApply(sum -> flow.submit(sum).join());
        gate.open();

        assertThat(RunningFlows.get(result)).isEqualTo(2);
    }

    @Test
    void whatHangsOnAResultAndThrowsHarmsNoOtherEvent() throws Exception {
        Flow<String, String> flow = flows.start(
                Flows.<String>create("flow").join(JoinSettings.single()).map(message -> message, "a"));
        flow.submit("x").thenAccept(value -> {
            throw new StackOverflowError("in a dependent");
        });

        assertThat(RunningFlows.get(flow.submit("y"))).isEqualTo("y");
    }

    @Test
    void refusesItsOwnThreadIfFullInsteadOfLettingItWaitForItself() throws Exception {
        AtomicReference<Flow<String, String>> itself = new AtomicReference<>();
        Flow<String, String> flow = flows.start(Flows.<String>create("flow")
                .maxInFlight(1)
                .join(JoinSettings.single())
                .<String>map(
                        message -> {
                            itself.get().apply("another");
                            return message;
                        },
                        "again"));
        itself.set(flow);

        assertThat(RunningFlows.errorOf(flow.submit("x")))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("the flow is full, and this thread, which works for it, must not wait")
                .extracting(error -> ((RefusedException) error).reason())
                .isEqualTo(RefusedException.Reason.OWN_THREAD);
    }

    @Test
    void doesNotBlockIfResultsAndOtherCallersEnterAtOnce() throws Exception {
        Flow<Integer, Integer> flow = flows.start(Flows.<Integer>create("flow")
                .maxInFlight(2)
                .join(JoinSettings.fixed(2))
                .<Integer>map(message -> message + 1, "add"));
        List<CompletableFuture<Void>> senders = new ArrayList<>();
        for (int sender = 0; sender < 3; sender++) {
            senders.add(RunningFlows.onOwnThread(() -> {
                for (int i = 0; i < 2_000; i++) {
                    flow.submit(i).thenCompose(flow::submit);
                }
            }));
        }
        CompletableFuture.allOf(senders.toArray(CompletableFuture[]::new)).get(20, TimeUnit.SECONDS);
    }
}
