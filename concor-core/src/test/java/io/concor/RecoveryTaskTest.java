package io.concor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.concor.fixture.Gate;
import io.concor.fixture.PoolKinds;
import io.concor.fixture.RunningFlows;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a recovery task gets to see of an event that failed. Each entering text comes to the failing component with a "+". */
@ParameterizedClass(name = "measured: {0}")
@ValueSource(booleans = {false, true})
class RecoveryTaskTest {

    private static final IllegalStateException BROKEN = new IllegalStateException("broken");

    private static final class FailingAtKey implements KeyedTask<String, String> {

        @Override
        public Object key(String message) {
            throw BROKEN;
        }

        @Override
        public String apply(String message) {
            return message;
        }
    }

    private static final class Both implements CatchTask<String>, RecoveryTask<String> {

        @Override
        public String onError(Throwable error) {
            return "caught";
        }

        @Override
        public String recover(Throwable error, ErrorContext context) {
            return "recovered";
        }
    }

    @RegisterExtension
    final RunningFlows flows;

    private final AtomicReference<ErrorContext> seen = new AtomicReference<>();

    RecoveryTaskTest(boolean measured) {
        this.flows = RunningFlows.measured(measured);
    }

    private static FlowBuilder<String, String> builder() {
        return Flows.<String>create("flow").map((String text) -> text + "+", "adds");
    }

    private static <T> T fail() {
        throw BROKEN;
    }

    private String note(Throwable error, ErrorContext context) {
        seen.set(context);
        return "recovered";
    }

    static Stream<JoinSettings> pools() {
        return PoolKinds.forAnyTask();
    }

    @ParameterizedTest
    @MethodSource("pools")
    void seesComponentMessageAndEventOfEachEventWhateverPoolServesThem(JoinSettings settings) throws Exception {
        Flow<String, String> flow = flows.start(builder()
                .join(settings)
                .map((String text) -> text + "+", "adds more")
                .<String>map(text -> fail(), "fails")
                .map((String text) -> text, "skipped")
                .join(settings)
                .recovering(
                        (error, context) -> context.component() + context.event() + context.message(String.class),
                        "recovers"));
        List<CompletableFuture<String>> results =
                IntStream.range(0, 200).mapToObj(i -> flow.submit("x" + i)).toList();

        for (int i = 0; i < results.size(); i++) {
            assertThat(RunningFlows.get(results.get(i))).isEqualTo("failsx%dx%d++", i, i);
        }
    }

    static Stream<Component> failing() {
        return Stream.of(
                Component.of("fails", (SimpleTask<String, String>) text -> fail()),
                Component.of("fails", (SingleThreadedTask<String, String>) text -> fail()),
                Component.of("fails", (SynchronizedRemoteTask<String, String>) text -> fail()),
                Component.of("fails", new FailingAtKey()),
                Component.of("fails", (BatchTask<String, String>) texts -> fail()),
                Component.of("fails", (SideEffectTask<String>) text -> fail()),
                Component.of("fails", (SimpleTask<String, String>) text -> null),
                Component.of("fails", (TransitionTask<String, String>) (text, back) -> fail()),
                Component.of("fails", (TransitionTask<String, String>) (text, back) -> back.fail(BROKEN)),
                Component.of("fails", (TransitionTask<String, String>) (text, back) -> back.complete(null)),
                Component.of("fails", (TransitionTask<String, String>)
                        (text, back) -> RunningFlows.onOwnThread(() -> back.continuing(() -> null))),
                Component.of("fails", (TransitionTask<String, String>)
                        (text, back) -> RunningFlows.onOwnThread(() -> back.onError(() -> BROKEN))));
    }

    @ParameterizedTest
    @MethodSource("failing")
    void seesTheMessageGivenToATaskOfAnyKind(Component failing) throws Exception {
        Flow<String, Object> flow = flows.start(
                builder().then(failing).recovering(this::note, "recovers").map((Object any) -> any, "takes"));

        assertThat(RunningFlows.get(flow.submit("x"))).isEqualTo("recovered");
        assertThat(seen).hasValue(new ErrorContext("fails", "x+", "x", 1));
    }

    @Test
    void seesTheOwnMessageOfEachEventOfAFailedBatch() throws Exception {
        BatchTask<String, String> fails = texts -> fail();
        Flow<String, String> flow = flows.start(builder()
                .join(JoinSettings.batch(3))
                .mapBatch(fails, "fails")
                .recovering((error, context) -> context.message(String.class), "recovers"));
        List<CompletableFuture<String>> results =
                Stream.of("a", "b", "c").map(flow::submit).toList();

        List<String> recovered = new ArrayList<>();
        for (CompletableFuture<String> result : results) {
            recovered.add(RunningFlows.get(result));
        }
        assertThat(recovered).containsExactly("a+", "b+", "c+");
    }

    @Test
    void seesTheMessageThatATransitionHadWhenItTimedOut() throws Exception {
        TransitionTask<String, String> silent = (text, back) -> {};
        Flow<String, String> flow = flows.start(
                builder().timeout(Duration.ofMillis(20)).bind(silent, "asks").recovering(this::note, "recovers"));

        assertThat(RunningFlows.get(flow.submit("x"))).isEqualTo("recovered");
        assertThat(seen).hasValue(new ErrorContext("asks", "x+", "x", 1));
    }

    @Test
    void seesTheMessageThatWaitedInASlotWhenItTimedOut() throws Exception {
        Gate gate = new Gate();
        SideEffectTask<String> holds = text -> gate.pass();
        Flow<String, String> flow = flows.start(builder()
                .timeout(Duration.ofMillis(50))
                .join(JoinSettings.single())
                .forEach(holds, "holds")
                .recovering(this::note, "recovers"));
        CompletableFuture<String> held = flow.submit("held");
        gate.awaitReached();

        assertThat(RunningFlows.get(flow.submit("x"))).isEqualTo("recovered");
        assertThat(seen).hasValue(new ErrorContext("holds", "x+", "x", 1));
        gate.open();
        RunningFlows.get(held);
    }

    @Test
    void seesTheMessageThatATransitionHadWhenTheFlowStopped() {
        TransitionTask<String, String> silent = (text, back) -> {};
        Flow<String, String> flow = flows.start(builder().bind(silent, "asks").recovering(this::note, "recovers"));
        flow.apply("x");

        flows.manager().flow("flow").stop(Duration.ofMillis(10));

        await("the recovery").untilAsserted(() -> assertThat(seen).hasValue(new ErrorContext("asks", "x+", "x", 1)));
    }

    @Test
    void aFailedHandlerPassesTheMessageThatItWasGivenToTheNextOne() throws Exception {
        Flow<String, String> flow = flows.start(builder()
                .<String>map(text -> fail(), "fails")
                .recovering((error, context) -> fail(), "fails again")
                .catching(
                        error -> {
                            throw error;
                        },
                        "throws it again")
                .recovering(this::note, "recovers"));

        RunningFlows.get(flow.submit("x"));

        assertThat(seen).hasValue(new ErrorContext("throws it again", "x+", "x", 1));
    }

    @Test
    void seesTheErrorAfterARecoveryWithTheMessageOfTheSecondFailure() throws Exception {
        Flow<String, String> flow = flows.start(builder()
                .<String>map(text -> fail(), "fails")
                .recovering((error, context) -> "second", "recovers first")
                .<String>map(text -> fail(), "fails too")
                .recovering(this::note, "recovers"));

        RunningFlows.get(flow.submit("x"));

        assertThat(seen).hasValue(new ErrorContext("fails too", "second", "x", 1));
    }

    @Test
    void doesNotSeeAnEventWithoutAnError() throws Exception {
        Flow<String, String> flow = flows.start(builder().recovering(this::note, "recovers"));

        assertThat(RunningFlows.get(flow.submit("x"))).isEqualTo("x+");
        assertThat(seen).hasNullValue();
    }

    @Test
    void aMessageOfAnotherTypeIsAClearError() {
        ErrorContext context = new ErrorContext("prices", 5, "secret", 1);

        assertThat(context.message(Integer.class)).isEqualTo(5);
        assertThat(context.event(CharSequence.class)).isEqualTo("secret");
        assertThatThrownBy(() -> context.message(String.class))
                .isInstanceOf(ClassCastException.class)
                .hasMessageContainingAll("'prices'", "java.lang.Integer", "java.lang.String", "message()");
        assertThatThrownBy(() -> new ErrorContext(null, null, null, 1).event(String.class))
                .isInstanceOf(ClassCastException.class)
                .hasMessageContainingAll("is null", "event()");
        assertThat(context.toString()).contains("prices").doesNotContain("secret");
    }

    @Test
    void aTaskThatAlsoCatchesIsRefused() {
        FlowBuilder<String, String> builder = builder().recovering(new Both(), "both");

        assertThatThrownBy(builder::build)
                .isInstanceOf(InvalidFlowException.class)
                .hasMessageContainingAll("'both'", "CatchTask", "RecoveryTask");
    }
}
