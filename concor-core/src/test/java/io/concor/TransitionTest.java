package io.concor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.concor.fixture.Gate;
import io.concor.fixture.RunningFlows;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** Ways in which a transition task may use its continuation. */
@ParameterizedClass(name = "measured: {0}")
@ValueSource(booleans = {false, true})
@Timeout(60)
class TransitionTest {

    private static final IllegalStateException BROKEN = new IllegalStateException("broken");

    @RegisterExtension
    final RunningFlows flows;

    TransitionTest(boolean measured) {
        this.flows = RunningFlows.measured(measured);
    }

    private Flow<String, String> crossing(TransitionTask<String, String> task) {
        return flows.start(
                Flows.<String>create("flow").<String>bind(task, "cross").map(m -> m + " behind", "behind"));
    }

    private String result(TransitionTask<String, String> task) throws Exception {
        return RunningFlows.get(crossing(task).submit("x"));
    }

    private Throwable error(TransitionTask<String, String> task) throws Exception {
        return RunningFlows.errorOf(crossing(task).submit("x"));
    }

    private long ignored() {
        return flows.manager().flow("flow").summary().ignoredContinuations();
    }

    @Test
    void goesOnWithWhatTheSupplierGives() throws Exception {
        assertThat(result((message, back) -> back.continuing(() -> message + " through")))
                .isEqualTo("x through behind");
    }

    @Test
    void goesOnWithAPlainValue() throws Exception {
        assertThat(result((message, back) -> back.complete("plain"))).isEqualTo("plain behind");
    }

    @Test
    void goesOnWithTheErrorThatTheSupplierGives() throws Exception {
        assertThat(error((message, back) -> back.onError(() -> BROKEN))).isSameAs(BROKEN);
    }

    @Test
    void goesOnWithAPlainError() throws Exception {
        assertThat(error((message, back) -> back.fail(BROKEN))).isSameAs(BROKEN);
    }

    @Test
    void whatASupplierOfAValueThrowsIsTheEventsError() throws Exception {
        assertThat(error((message, back) -> back.continuing(() -> {
                    throw BROKEN;
                })))
                .isSameAs(BROKEN);
    }

    @Test
    void whatASupplierOfAnErrorThrowsIsTheEventsError() throws Exception {
        assertThat(error((message, back) -> back.onError(() -> {
                    throw BROKEN;
                })))
                .isSameAs(BROKEN);
    }

    @Test
    void anErrorThatIsNullCountsAsANullPointer() throws Exception {
        assertThat(error((message, back) -> back.onError(() -> null))).isInstanceOf(NullPointerException.class);
    }

    @Test
    void aPlainErrorThatIsNullCountsAsANullPointer() throws Exception {
        assertThat(error((message, back) -> back.fail(null))).isInstanceOf(NullPointerException.class);
    }

    @Test
    void aSupplierThatIsNullCountsAsANullPointer() throws Exception {
        assertThat(error((message, back) -> back.continuing(null))).isInstanceOf(NullPointerException.class);
    }

    @Test
    void whatTheTaskThrowsBeforeItCallsBackIsTheEventsError() throws Exception {
        assertThat(error((message, back) -> {
                    throw BROKEN;
                }))
                .isSameAs(BROKEN);
        assertThat(ignored()).isZero();
    }

    @Test
    void theCallDecidesIfTheTaskThrowsAfterIt() throws Exception {
        assertThat(result((message, back) -> {
                    back.complete("done");
                    throw BROKEN;
                }))
                .isEqualTo("done behind");
        assertThat(ignored()).isEqualTo(1);
    }

    @Test
    void theFirstCallDecidesAndLaterOnesAreCounted() throws Exception {
        assertThat(result((message, back) -> {
                    back.complete("first");
                    back.complete("second");
                    back.fail(BROKEN);
                    back.continuing(() -> "third");
                    back.onError(() -> BROKEN);
                }))
                .isEqualTo("first behind");
        assertThat(ignored()).isEqualTo(4);
    }

    @Test
    void aSupplierOfALaterCallIsNotEvaluated() throws Exception {
        AtomicInteger evaluated = new AtomicInteger();
        result((message, back) -> {
            back.complete("first");
            back.continuing(() -> "second " + evaluated.incrementAndGet());
        });

        assertThat(evaluated).hasValue(0);
    }

    @Test
    void anyThreadMayCallBackAfterTheTaskHasReturned() throws Exception {
        CompletableFuture<Continuation<String>> held = new CompletableFuture<>();
        Flow<String, String> flow = crossing((message, back) -> held.complete(back));
        CompletableFuture<String> result = flow.submit("x");
        assertThat(result).isNotDone();

        RunningFlows.get(RunningFlows.onOwnThread(() -> held.get().complete("later")));

        assertThat(RunningFlows.get(result)).isEqualTo("later behind");
    }

    @Test
    void theCrossingThreadItselfMayCallBackAfterTheTaskHasReturned() throws Exception {
        CompletableFuture<Continuation<String>> held = new CompletableFuture<>();
        CompletableFuture<String> result =
                crossing((message, back) -> held.complete(back)).submit("x");

        held.get().complete("later");

        assertThat(result).isCompletedWithValue("later behind");
    }

    @Test
    void anotherThreadMayCallBackBeforeTheTaskHasReturned() throws Exception {
        assertThat(result((message, back) -> RunningFlows.get(RunningFlows.onOwnThread(() -> back.complete("early")))))
                .isEqualTo("early behind");
    }

    @Test
    void aLateCallNeverReachesTheEventThatUsesTheSameEnvelopeNext() throws Exception {
        CompletableFuture<Continuation<String>> held = new CompletableFuture<>();
        CompletableFuture<Continuation<String>> heldNext = new CompletableFuture<>();
        Flow<String, String> flow = flows.start(Flows.<String>create("flow")
                .<String>bind((m, back) -> (m.equals("x") ? held : heldNext).complete(back), "cross")
                .maxInFlight(1));
        flow.submit("x");
        held.get().complete("first");
        CompletableFuture<String> next = flow.submit("y");

        held.get().complete("late");

        assertThat(next).isNotDone();
        assertThat(ignored()).isEqualTo(1);
        heldNext.get().complete("its own");
        assertThat(RunningFlows.get(next)).isEqualTo("its own");
    }

    @Test
    void ofManyThreadsThatCallAtOnceOneDecides() throws Exception {
        int callers = 8;
        CompletableFuture<Continuation<String>> held = new CompletableFuture<>();
        CompletableFuture<String> result =
                crossing((message, back) -> held.complete(back)).submit("x");
        CyclicBarrier together = new CyclicBarrier(callers);
        List<CompletableFuture<Void>> calls = new ArrayList<>();
        for (int i = 0; i < callers; i++) {
            String value = "by " + i;
            calls.add(RunningFlows.onOwnThread(() -> {
                together.await();
                held.get().complete(value);
            }));
        }
        for (CompletableFuture<Void> call : calls) {
            RunningFlows.get(call);
        }

        assertThat(RunningFlows.get(result)).matches("by \\d behind");
        assertThat(ignored()).isEqualTo(callers - 1);
    }

    @Test
    void manyTransitionsThatCallBackAtOnceDoNotNest() throws Exception {
        FlowBuilder<String, String> builder = Flows.create("flow");
        AtomicInteger deepest = new AtomicInteger();
        for (int i = 0; i < 500; i++) {
            builder = builder.<String>bind(
                    (message, back) -> {
                        deepest.accumulateAndGet(Thread.currentThread().getStackTrace().length, Math::max);
                        back.complete(message);
                    },
                    "cross " + i);
        }
        Flow<String, String> flow = flows.start(builder);

        assertThat(RunningFlows.get(flow.submit("x"))).isEqualTo("x");
        assertThat(deepest.get()).as("frames on the stack").isLessThan(200);
    }

    @Test
    void theCallbackThreadIsNotKeptWaitingByAFullRing() throws Exception {
        Gate gate = new Gate();
        Queue<Continuation<Integer>> held = new ConcurrentLinkedQueue<>();
        Flow<Integer, Integer> flow = flows.start(Flows.<Integer>create("flow")
                .<Integer>bind((message, back) -> held.add(back), "cross")
                .join(JoinSettings.single().capacity(1))
                .map(
                        message -> {
                            gate.pass();
                            return message;
                        },
                        "slow"));
        for (int i = 0; i < 20; i++) {
            flow.apply(i);
        }

        RunningFlows.get(RunningFlows.onOwnThread(() -> held.forEach(back -> back.complete(1))));

        gate.awaitReached();
        assertThat(flows.manager().flow("flow").slot("slow").queueSize()).isEqualTo(19);
        gate.open();
    }

    @Test
    void errorsOfTransitionsAreCaughtByALaterCatch() throws Exception {
        Flow<String, String> flow = flows.start(Flows.<String>create("flow")
                .<String>bind((message, back) -> back.fail(BROKEN), "cross")
                .catching(Throwable::getMessage, "rescue"));

        assertThat(RunningFlows.get(flow.submit("x"))).isEqualTo("broken");
    }

    @Test
    void anUncaughtErrorReachesTheSubmitter() {
        Flow<String, String> flow = crossing((message, back) -> back.fail(BROKEN));

        assertThatExceptionOfType(ExecutionException.class)
                .isThrownBy(() -> RunningFlows.get(flow.submit("x")))
                .withCause(BROKEN);
    }
}
