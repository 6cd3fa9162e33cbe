package io.concor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.concor.fixture.Overlap;
import io.concor.fixture.RunningFlows;
import io.concor.fixture.WatchedTransactions;
import io.concor.layout.Topology;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a builder accepts, and what it refuses and how. */
class FlowBuilderTest {

    private static final SimpleTask<String, String> SAME = message -> message;

    @RegisterExtension
    final RunningFlows flows = new RunningFlows();

    private static void refused(FlowBuilder<?, ?> builder, String component, String problem) {
        assertThatExceptionOfType(InvalidFlowException.class)
                .isThrownBy(builder::build)
                .returns("flow", InvalidFlowException::flow)
                .returns(component, InvalidFlowException::component)
                .satisfies(wrong -> assertThat(wrong.problem()).contains(problem))
                .satisfies(wrong -> assertThat(wrong.remedy()).isNotBlank())
                .withMessageContainingAll("Flow 'flow'", problem);
    }

    private static FlowBuilder<String, String> builder() {
        return Flows.create("flow");
    }

    @Test
    void refusesAFlowWithoutComponents() {
        refused(builder(), null, "it has no component");
    }

    @Test
    void refusesANameThatStandsAtTwoPlaces() {
        refused(builder().map(SAME, "a").map(SAME, "b").map(SAME, "a"), "a", "two components have this name");
    }

    @Test
    void refusesOneSingleThreadedTaskAtTwoPlaces() {
        SingleThreadedTask<String, String> task = message -> message;

        refused(
                builder().mapSingleThreaded(task, "a").map(SAME, "b").mapSingleThreaded(task, "c"),
                "c",
                "its single-threaded task stands at component 'a' as well");
    }

    private static SingleThreadedTask<String, String> withoutCapture() {
        return message -> message;
    }

    @Test
    void explainsThatALambdaWithoutCaptureIsOneObject() {
        assertThatExceptionOfType(InvalidFlowException.class)
                .isThrownBy(() -> builder()
                        .mapSingleThreaded(withoutCapture(), "a")
                        .mapSingleThreaded(withoutCapture(), "b")
                        .build())
                .extracting(InvalidFlowException::remedy)
                .isEqualTo(
                        "A lambda or method reference that captures nothing is one object, however often its line runs. "
                                + "Give each place an object of its own: write the task as a class and create it with new for each place");
    }

    @Test
    void asksForAnotherObjectOfAClassThatStandsAtTwoPlaces() {
        SingleThreadedTask<String, String> task = new Overlap<>();

        assertThatExceptionOfType(InvalidFlowException.class)
                .isThrownBy(() -> builder()
                        .mapSingleThreaded(task, "a")
                        .mapSingleThreaded(task, "b")
                        .build())
                .returns("Give each place an object of its own", InvalidFlowException::remedy);
    }

    @Test
    void allowsOneThreadSafeTaskAtTwoPlaces() throws Exception {
        Flow<String, String> flow = flows.start(builder().map(SAME, "a").map(SAME, "b"));

        assertThat(RunningFlows.get(flow.submit("x"))).isEqualTo("x");
    }

    @Test
    void refusesAJoinThatNoComponentFollows() {
        refused(builder().map(SAME, "a").join(JoinSettings.single()), null, "no component follows the last join");
    }

    @Test
    void refusesTwoJoinsBeforeOneComponent() {
        FlowBuilder<String, String> builder = builder().join(JoinSettings.single());

        assertThatExceptionOfType(InvalidFlowException.class)
                .isThrownBy(() -> builder.join(JoinSettings.single()))
                .withMessageContaining("two joins stand before one component");
        assertThatExceptionOfType(InvalidFlowException.class).isThrownBy(builder::noJoin);
    }

    @Test
    void takesTheJoinForTheComponentThatFollowsOnly() {
        flows.start(builder()
                .map(SAME, "a")
                .join(JoinSettings.fixed(2))
                .map(SAME, "b")
                .map(SAME, "c"));

        assertThat(flows.manager().flow("flow").layout().slots())
                .containsOnlyKeys("b")
                .containsEntry("b", JoinSettings.fixed(2));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "a/b", "..", "a\nb", "<script>"})
    void refusesAComponentNameThatIsNotAllowed(String name) {
        assertThatExceptionOfType(InvalidFlowException.class)
                .isThrownBy(() -> builder().map(SAME, name))
                .returns("flow", InvalidFlowException::flow)
                .withMessageContaining("the component's name is not allowed")
                .satisfies(wrong -> assertThat(wrong.getMessage()).doesNotContain("\n"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a/b", "../flow"})
    void refusesAFlowNameThatIsNotAllowed(String name) {
        assertThatExceptionOfType(InvalidSettingException.class)
                .isThrownBy(() -> Flows.create(name))
                .returns("flow", InvalidSettingException::field);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, (1 << 20) + 1})
    void refusesABoundOfEventsOutOfBounds(int maxInFlight) {
        assertThatExceptionOfType(InvalidSettingException.class)
                .isThrownBy(builder().map(SAME, "a").maxInFlight(maxInFlight)::build)
                .returns("max-in-flight", InvalidSettingException::field)
                .returns(maxInFlight + " is out of bounds", InvalidSettingException::reason)
                .returns("1 to 1048576", InvalidSettingException::allowed);
    }

    @ParameterizedTest
    @CsvSource({"PT0S, 0s", "PT-1S, -1s", "PT0.000999S, 999us", "PT24H0.001S, 1d 1ms"})
    void refusesATimeoutOutOfBounds(Duration timeout, String expected) {
        assertThatExceptionOfType(InvalidSettingException.class)
                .isThrownBy(builder().map(SAME, "a").timeout(timeout)::build)
                .returns("timeout", InvalidSettingException::field)
                .returns(expected + " is out of bounds", InvalidSettingException::reason)
                .returns("1ms to 1d", InvalidSettingException::allowed);
    }

    @Test
    void makesOneFlowOnly() {
        FlowBuilder<String, String> builder = builder().mapSingleThreaded(message -> message, "a");
        flows.start(builder);

        assertThatExceptionOfType(InvalidFlowException.class)
                .as("a second flow would run the single-threaded task beside the first")
                .isThrownBy(() -> builder.build().close());
    }

    @Test
    void leavesNoThreadRunningIfItRefuses() {
        FlowBuilder<String, String> builder = Flows.<String>create("refused")
                .join(JoinSettings.fixed(3))
                .map(SAME, "a")
                .noJoin()
                .mapSingleThreaded(m -> m, "b");

        assertThatExceptionOfType(InvalidLayoutException.class).isThrownBy(builder::build);
        assertThat(Thread.getAllStackTraces().keySet())
                .extracting(Thread::getName)
                .noneMatch(name -> name.startsWith("refused."));
    }

    @Test
    void appendsComponentsWhoseTypesAreNotKnown() {
        Component length =
                new Component("length", (SimpleTask<String, Integer>) String::length, "lengthBean", null, null);
        flows.start(
                builder().map(SAME, "a").then(length).then(Component.of("print", (SideEffectTask<Object>) o -> {})));

        assertThat(flows.manager().flow("flow").topology().components())
                .element(1)
                .isEqualTo(length);
        assertThat(flows.manager().flow("flow").topology().components())
                .extracting(Component::name)
                .containsExactly("a", "length", "print");
    }

    @Test
    void showsItsTransactionsInTheOrderOfTheComponents() {
        Transactions named = new Transactions() {
            @Override
            public Transaction begin() {
                throw new IllegalStateException("no event enters");
            }

            @Override
            public String name() {
                return "orders";
            }
        };
        flows.start(builder()
                .map(SAME, "a")
                .map(SAME, "b")
                .map(SAME, "c")
                .transaction("c", "c", new WatchedTransactions())
                .transaction("a", "b", named));

        assertThat(flows.manager().flow("flow").topology().transactions())
                .containsExactly(
                        new Topology.TransactionScope("a", "b", "orders"),
                        new Topology.TransactionScope("c", "c", "WatchedTransactions"));
    }

    @Test
    void carriesTheTypesThrough() throws Exception {
        Flow<CharSequence, Long> flow = flows.start(Flows.<CharSequence>create("flow")
                .map(Object::toString, "text")
                .mapSynchronizedRemote(String::length, "length")
                .forEach((Number number) -> assertThat(number).isNotNull(), "see")
                .<Long>bind((length, back) -> back.complete(length.longValue()), "widen")
                .catching(error -> -1L, "rescue"));

        assertThat(RunningFlows.get(flow.submit(new StringBuilder("four")))).isEqualTo(4L);
        assertThat(RunningFlows.get(flow.submit(null))).isEqualTo(-1L);
    }
}
