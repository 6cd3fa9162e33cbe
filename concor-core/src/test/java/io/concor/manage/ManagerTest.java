package io.concor.manage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.concor.Component;
import io.concor.Flow;
import io.concor.FlowBuilder;
import io.concor.Flows;
import io.concor.InvalidFlowException;
import io.concor.JoinSettings;
import io.concor.Sampling;
import io.concor.SimpleTask;
import io.concor.SingleThreadedTask;
import io.concor.TaskKind;
import io.concor.fixture.Gate;
import io.concor.fixture.Overlap;
import io.concor.fixture.RunningFlows;
import io.concor.layout.FlowState;
import io.concor.layout.FlowSummary;
import io.concor.layout.SlotState;
import io.concor.layout.Topology;
import io.concor.statistics.SampleListener;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Registration of flows and look-ups by name. */
class ManagerTest {

    private static final SimpleTask<String, String> SAME = message -> message;

    @RegisterExtension
    final RunningFlows flows = new RunningFlows();

    private Flow<String, String> flow(String name) {
        return flows.start(Flows.<String>create(name)
                .map(SAME, "a")
                .join(JoinSettings.single())
                .map(SAME, "b"));
    }

    @Test
    void listsFlowsByName() {
        flow("night");
        flow("day");

        assertThat(flows.manager().names()).containsExactly("day", "night");
        assertThat(flows.manager().flows()).extracting(ManagedFlow::name).containsExactly("day", "night");
        assertThat(flows.manager().summaries()).extracting(FlowSummary::name).containsExactly("day", "night");
    }

    @Test
    void keepsAManagedFlowWhenAnotherOfItsNameIsRegistered() {
        flow("day").close();
        ManagedFlow closed = flows.manager().flow("day");

        flow("day");

        assertThat(closed.state()).isEqualTo(FlowState.CLOSED);
        assertThat(flows.manager().flow("day").state()).isEqualTo(FlowState.RUNNING);
    }

    @Test
    void findsTheComponentOfASlot() {
        flow("day");
        ManagedFlow day = flows.manager().flow("day");

        assertThat(day.component("b")).returns("b", Component::name).returns(TaskKind.SIMPLE, Component::kind);
        assertThatExceptionOfType(UnknownNameException.class)
                .isThrownBy(() -> day.component("c"))
                .withMessage("There is no slot 'c'; known: a, b");
    }

    @Test
    void registersTheSameFlowOnce() {
        Flow<String, String> flow = flow("day");

        flows.manager().register(flow);

        assertThat(flows.manager().names()).containsExactly("day");
    }

    @Test
    void forgetsClosedFlows() {
        flow("day").close();

        Flow<String, String> next = flow("day");

        assertThat(next.tryApply("x")).isTrue();
        assertThat(flows.manager().names()).containsExactly("day");
    }

    @Test
    void rejectsAnotherFlowOfTheSameName() {
        Flow<String, String> first = flow("day");

        try (Flow<String, String> second =
                Flows.<String>create("day").map(SAME, "other").build()) {
            assertThatExceptionOfType(InvalidFlowException.class)
                    .isThrownBy(() -> flows.manager().register(second))
                    .returns("day", InvalidFlowException::flow)
                    .returns("there is a flow of this name already", InvalidFlowException::problem);
        }
        assertThat(first.tryApply("x")).isTrue();
        assertThat(flows.manager().flow("day").topology().components())
                .extracting(Component::name)
                .containsExactly("a", "b");
    }

    @Test
    void rejectsAFlowThatSharesASingleThreadedTaskWithAnother() {
        Overlap<String> shared = new Overlap<>();
        flows.start(Flows.<String>create("one").mapSingleThreaded(shared, "counter"));

        try (Flow<String, String> other =
                Flows.<String>create("other").mapSingleThreaded(shared, "tally").build()) {
            assertThatExceptionOfType(InvalidFlowException.class)
                    .isThrownBy(() -> flows.manager().register(other))
                    .returns("other", InvalidFlowException::flow)
                    .returns("tally", InvalidFlowException::component)
                    .withMessageContaining("stands at component 'counter' of flow 'one' as well");
        }
        assertThat(flows.manager().names()).containsExactly("one");
    }

    private static FlowBuilder<String, String> numbering(String flow) {
        return Flows.<String>create(flow).mapSingleThreaded((String message) -> message, "number");
    }

    @Test
    void explainsThatTwoFlowsFromOneMethodShareALambdaWithoutCapture() {
        flows.start(numbering("one"));

        try (Flow<String, String> other = numbering("other").build()) {
            assertThatExceptionOfType(InvalidFlowException.class)
                    .isThrownBy(() -> flows.manager().register(other))
                    .withMessageContaining("captures nothing is one object")
                    .withMessageContaining("create it with new");
        }
    }

    @Test
    void rejectsATaskThatAClosedFlowStillRuns() {
        Gate gate = new Gate();
        SingleThreadedTask<String, String> task = message -> {
            gate.passStubbornly();
            return message;
        };
        Flow<String, String> closed = flows.start(
                Flows.<String>create("closed").join(JoinSettings.single()).mapSingleThreaded(task, "counter"));
        closed.apply("stuck");
        gate.awaitReached();
        flows.manager().flow("closed").stop(Duration.ofMillis(1));
        closed.close();

        try (Flow<String, String> next =
                Flows.<String>create("next").mapSingleThreaded(task, "tally").build()) {
            assertThatExceptionOfType(InvalidFlowException.class)
                    .isThrownBy(() -> flows.manager().register(next))
                    .withMessageContaining("stands at component 'counter' of flow 'closed' as well");
            gate.open();
            await("the thread has returned")
                    .ignoreException(InvalidFlowException.class)
                    .untilAsserted(() -> flows.manager().register(next));
        }
    }

    @Test
    void rejectsAFlowThatWasNotBuiltByFlows() {
        Flow<String, String> foreign = new Flow<>() {
            @Override
            public String name() {
                return "foreign";
            }

            @Override
            public void apply(String event) {}

            @Override
            public boolean tryApply(String event) {
                return false;
            }

            @Override
            public CompletableFuture<String> submit(String event) {
                return CompletableFuture.completedFuture(event);
            }

            @Override
            public void close() {}
        };

        assertThatExceptionOfType(InvalidFlowException.class)
                .isThrownBy(() -> flows.manager().register(foreign))
                .returns("foreign", InvalidFlowException::flow);
    }

    static Stream<Consumer<Manager>> callsForAFlow() {
        return Stream.of(
                manager -> manager.flow("gone").summary(),
                manager -> manager.flow("gone").topology(),
                manager -> manager.flow("gone").statistics(),
                manager -> manager.flow("gone").sampling(),
                manager -> manager.flow("gone").sampling(Sampling.DEFAULT),
                manager -> manager.flow("gone").listen(SampleListener.NONE),
                manager -> manager.flow("gone").layout(),
                manager -> manager.flow("gone").slots(),
                manager -> manager.flow("gone").slot("a"),
                manager -> manager.change(ChangeRequest.takeOut("gone", "a")),
                manager -> manager.flow("gone").presets().names(),
                manager -> manager.flow("gone").presets().find("p"),
                manager -> manager.flow("gone").presets().save("p", null),
                manager -> manager.flow("gone").presets().apply("p", ChangeRequest.takeOut("gone", "a")),
                manager -> manager.flow("gone").presets().delete("p"),
                manager -> manager.flow("gone").start(),
                manager -> manager.flow("gone").stop(Duration.ZERO));
    }

    @ParameterizedTest
    @MethodSource("callsForAFlow")
    void rejectsAnUnknownFlowAndListsTheKnownOnes(Consumer<Manager> call) {
        flow("day");

        assertThatExceptionOfType(UnknownNameException.class)
                .isThrownBy(() -> call.accept(flows.manager()))
                .returns("flow", UnknownNameException::what)
                .returns("gone", UnknownNameException::name)
                .withMessage("There is no flow 'gone'; known: day");
    }

    static Stream<Consumer<Manager>> callsForASlot() {
        return Stream.of(
                manager -> manager.flow("day").slot("gone"),
                manager -> manager.change(ChangeRequest.takeOut("day", "gone")),
                manager -> manager.change(
                        ChangeRequest.put("day", "gone", JoinSettings.single()).dryRun(true)));
    }

    @ParameterizedTest
    @MethodSource("callsForASlot")
    void rejectsAnUnknownSlotAndListsTheKnownOnes(Consumer<Manager> call) {
        flow("day");

        assertThatExceptionOfType(UnknownNameException.class)
                .isThrownBy(() -> call.accept(flows.manager()))
                .returns("slot", UnknownNameException::what)
                .withMessage("There is no slot 'gone'; known: a, b");
        assertThat(flows.manager().flow("day").layout().version()).isEqualTo(1);
    }

    @Test
    void returnsTheTopologyOfAFlow() {
        flows.start(Flows.<String>create("day")
                .map(SAME, "a")
                .map(SAME, "b")
                .join(JoinSettings.fixed(2))
                .map(SAME, "c")
                .map(SAME, "d")
                .join(JoinSettings.single())
                .map(SAME, "e"));

        Topology topology = flows.manager().flow("day").topology();

        assertThat(topology)
                .returns("day", Topology::flow)
                .returns(FlowState.RUNNING, Topology::state)
                .returns(1L, Topology::version)
                .returns(null, Topology::activePreset)
                .returns(false, Topology::drifted);
        assertThat(topology.slots()).containsExactly(null, null, JoinSettings.fixed(2), null, JoinSettings.single());
        assertThat(topology.stages())
                .containsExactly(
                        new Topology.Stage("a", List.of("a", "b"), null),
                        new Topology.Stage("c", List.of("c", "d"), JoinSettings.fixed(2)),
                        new Topology.Stage("e", List.of("e"), JoinSettings.single()));
    }

    @Test
    void returnsTheStateOfFilledAndEmptySlots() {
        Flow<String, String> flow = flow("day");
        for (int i = 0; i < 10; i++) {
            flow.apply("x");
        }
        flows.manager().flow("day").stop(Duration.ofSeconds(10));
        flows.manager().flow("day").start();

        assertThat(flows.manager().flow("day").slot("a")).isEqualTo(new SlotState("a", null, 0, 0, 0, 0));
        assertThat(flows.manager().flow("day").slot("b"))
                .returns(JoinSettings.single(), SlotState::settings)
                .returns(0L, SlotState::queueSize)
                .returns(0, SlotState::activeThreads)
                .returns(1, SlotState::totalThreads);
        assertThat(flows.manager().flow("day").slots())
                .extracting(SlotState::name)
                .containsExactly("a", "b");
    }

    @Test
    void returnsQueueSizeAndActiveThreadsOfASlot() {
        Gate gate = new Gate();
        Flow<String, String> flow = flows.start(Flows.<String>create("day")
                .join(JoinSettings.single())
                .map(
                        message -> {
                            gate.pass();
                            return message;
                        },
                        "slow"));
        for (int i = 0; i < 5; i++) {
            flow.apply("x");
        }
        gate.awaitReached();

        assertThat(flows.manager().flow("day").slot("slow"))
                .returns(4L, SlotState::queueSize)
                .returns(1, SlotState::activeThreads)
                .returns(1, SlotState::totalThreads)
                .returns(1L, SlotState::taken);
        assertThat(flows.manager().flow("day").summary().inFlight()).isEqualTo(5);
        gate.open();
    }
}
