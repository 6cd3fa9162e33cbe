package io.concor;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.fixture.MuteException;
import io.concor.fixture.RunningFlows;
import io.concor.layout.FlowSummary;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of values and errors on their way. */
@ParameterizedClass(name = "measured: {0}")
@ValueSource(booleans = {false, true})
class ErrorsInFlowTest {

    /** An error as a user might define one. */
    private static final class OwnError extends Error {
        private static final long serialVersionUID = 1L;

        private OwnError(String message) {
            super(message);
        }
    }

    @RegisterExtension
    final RunningFlows flows;

    private final ConcurrentLinkedQueue<String> ran = new ConcurrentLinkedQueue<>();

    ErrorsInFlowTest(boolean measured) {
        this.flows = RunningFlows.measured(measured);
    }

    private static FlowBuilder<String, String> builder() {
        return Flows.create("flow");
    }

    private SimpleTask<String, String> step(String name) {
        return message -> {
            ran.add(name);
            return message + name;
        };
    }

    private static SimpleTask<String, String> failing(Throwable error) {
        return message -> {
            throw error;
        };
    }

    private static Throwable errorOf(Flow<String, ?> flow) throws Exception {
        return RunningFlows.errorOf(flow.submit("x"));
    }

    @Test
    void aValueGoesThroughAllComponentsInOrder() throws Exception {
        Flow<String, String> flow = flows.start(builder()
                .map(step("a"), "a")
                .join(JoinSettings.single())
                .map(step("b"), "b")
                .map(step("c"), "c"));

        assertThat(RunningFlows.get(flow.submit("x"))).isEqualTo("xabc");
        assertThat(ran).containsExactly("a", "b", "c");
    }

    @Test
    void anErrorSkipsTheComponentsUpToTheNextCatchWhichRecovers() throws Exception {
        IllegalStateException broken = new IllegalStateException("broken");
        AtomicReference<Throwable> met = new AtomicReference<>();
        Flow<String, String> flow = flows.start(builder()
                .map(failing(broken), "a")
                .map(step("b"), "b")
                .<String>bind((message, back) -> ran.add("transition"), "c")
                .forEach(message -> ran.add("side effect"), "d")
                .join(JoinSettings.single())
                .catching(
                        error -> {
                            met.set(error);
                            return "recovered ";
                        },
                        "e")
                .map(step("f"), "f"));

        assertThat(RunningFlows.get(flow.submit("x"))).isEqualTo("recovered f");
        assertThat(ran).containsExactly("f");
        assertThat(met).hasValue(broken);
    }

    @Test
    void anEventWithoutAnErrorPassesACatchBy() throws Exception {
        Flow<String, String> flow = flows.start(builder().map(step("a"), "a").catching(error -> "caught", "b"));

        assertThat(RunningFlows.get(flow.submit("x"))).isEqualTo("xa");
    }

    @Test
    void whatACatchThrowsTakesThePlaceOfTheErrorUpToTheNextCatch() throws Exception {
        IllegalStateException second = new IllegalStateException("second");
        Flow<String, String> flow = flows.start(builder()
                .map(failing(new IllegalStateException("first")), "a")
                .catching(
                        error -> {
                            throw second;
                        },
                        "b")
                .map(step("c"), "c")
                .catching(Throwable::getMessage, "d"));

        assertThat(RunningFlows.get(flow.submit("x"))).isEqualTo("second");
        assertThat(ran).isEmpty();
    }

    @Test
    void aCatchThatThrowsTheErrorAgainLeavesItUnhandled() throws Exception {
        IllegalStateException broken = new IllegalStateException("broken");
        Flow<String, String> flow = flows.start(builder()
                .map(failing(broken), "a")
                .catching(
                        error -> {
                            throw error;
                        },
                        "b"));

        assertThat(errorOf(flow)).isSameAs(broken);
    }

    @Test
    void aCatchMeetsOnlyErrorsOfComponentsBeforeIt() throws Exception {
        IllegalStateException broken = new IllegalStateException("broken");
        Flow<String, String> flow =
                flows.start(builder().catching(error -> "caught", "a").map(failing(broken), "b"));

        assertThat(errorOf(flow)).isSameAs(broken);
        assertThat(flows.manager().flow("flow").summary().failed()).isEqualTo(1);
    }

    @Test
    void countsOnlyEventsThatACatchHasRescued() throws Exception {
        Flow<String, String> flow = flows.start(builder()
                .map(
                        message -> {
                            if (!message.equals("good")) {
                                throw new IllegalStateException(message);
                            }
                            return message;
                        },
                        "a")
                .join(JoinSettings.single())
                .catching(
                        error -> {
                            if ("hopeless".equals(error.getMessage())) {
                                throw error;
                            }
                            return "caught";
                        },
                        "b"));

        RunningFlows.get(flow.submit("bad"));
        RunningFlows.get(flow.submit("good"));
        RunningFlows.errorOf(flow.submit("hopeless"));

        FlowSummary summary = flows.manager().flow("flow").summary();
        assertThat(summary.recovered()).isEqualTo(1);
        assertThat(summary.completed()).isEqualTo(2);
        assertThat(summary.failed()).isEqualTo(1);
    }

    @Test
    void aSideEffectMayChangeTheMessageThatGoesOn() throws Exception {
        Flow<StringBuilder, String> flow = flows.start(Flows.<StringBuilder>create("flow")
                .forEach(message -> message.append(" changed"), "change")
                .map(StringBuilder::toString, "print"));

        assertThat(RunningFlows.get(flow.submit(new StringBuilder("is")))).isEqualTo("is changed");
    }

    @Test
    void anErrorOfASideEffectIsTheEvents() throws Exception {
        IllegalStateException broken = new IllegalStateException("broken");
        Flow<String, String> flow = flows.start(builder()
                .forEach(
                        message -> {
                            throw broken;
                        },
                        "log"));

        assertThat(errorOf(flow)).isSameAs(broken);
    }

    @Test
    void nullMayEnterAndLeave() throws Exception {
        Flow<String, String> flow = flows.start(builder()
                .join(JoinSettings.single())
                .map(message -> "got " + message, "b")
                .<String>bind((message, back) -> back.complete(null), "c"));

        assertThat(RunningFlows.get(flow.submit(null))).isNull();
        assertThat(flows.manager().flow("flow").summary().completed()).isEqualTo(1);
    }

    static Stream<Throwable> anything() {
        return Stream.of(
                new StackOverflowError("too deep"),
                new OutOfMemoryError("too much"),
                new OwnError("own"),
                new NoClassDefFoundError("gone"),
                new InterruptedException("interrupted"),
                new IOException("checked"),
                new Throwable("bare"));
    }

    @ParameterizedTest
    @MethodSource("anything")
    void whateverATaskThrowsHarmsNoOtherEvent(Throwable thrown) throws Exception {
        Flow<String, String> flow = flows.start(builder()
                .join(JoinSettings.single())
                .map(
                        message -> {
                            if (message.equals("x")) {
                                throw thrown;
                            }
                            return message;
                        },
                        "a"));

        assertThat(errorOf(flow)).isSameAs(thrown);
        assertThat(RunningFlows.get(flow.submit("next"))).isEqualTo("next");
        assertThat(flows.manager().flow("flow").summary())
                .returns(1L, FlowSummary::completed)
                .returns(1L, FlowSummary::failed)
                .returns(0L, FlowSummary::inFlight);
    }

    @Test
    void aTaskThatOverflowsItsStackHarmsNoOtherEvent() throws Exception {
        Flow<String, String> flow = flows.start(builder()
                .join(JoinSettings.single())
                .map(message -> message.equals("x") ? endless(message) : message, "a"));

        assertThat(errorOf(flow)).isInstanceOf(StackOverflowError.class);
        assertThat(RunningFlows.get(flow.submit("next"))).isEqualTo("next");
    }

    private static String endless(String message) {
        return endless(message) + message;
    }

    @Test
    void errorsOfTasksOnTheEnteringThreadAreNotThrownAtIt() {
        Flow<String, String> flow = flows.start(builder().map(failing(new OwnError("own")), "a"));

        flow.apply("x");

        assertThat(flow.tryApply("y")).isTrue();
        assertThat(flows.manager().flow("flow").summary().failed()).isEqualTo(2);
    }

    @Test
    void aMessageOfAnotherTypeThanTheTaskExpectsIsAnErrorOfTheEvent() throws Exception {
        Flow<String, Object> flow =
                flows.start(builder().then(Component.of("square", (SimpleTask<Integer, Integer>) n -> n * n)));

        assertThat(errorOf(flow)).isInstanceOf(MessageTypeException.class);
    }

    @Test
    void anErrorWithoutReadableTextHarmsNoThread() throws Exception {
        List<String> threads = new CopyOnWriteArrayList<>();
        Flow<String, String> flow = flows.start(builder()
                .join(JoinSettings.single())
                .map(
                        message -> {
                            threads.add(Thread.currentThread().getName());
                            if (message.equals("x")) {
                                throw new MuteException();
                            }
                            return message;
                        },
                        "a"));

        flow.apply("x");

        assertThat(RunningFlows.get(flow.submit("next"))).isEqualTo("next");
        assertThat(threads).as("the thread that logs the error goes on").containsOnly("flow.a-1");
    }
}
