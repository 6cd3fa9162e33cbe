package io.concor.engine.path;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.CatchTask;
import io.concor.Component;
import io.concor.Flow;
import io.concor.FlowBuilder;
import io.concor.Flows;
import io.concor.SideEffectTask;
import io.concor.SimpleTask;
import io.concor.TransitionTask;
import io.concor.engine.definition.FlowDefinition;
import io.concor.engine.event.CoarseClock;
import io.concor.engine.event.ContextPool;
import io.concor.engine.event.ForeignThreads;
import io.concor.engine.measure.FlowRecorder;
import io.concor.fixture.RunningFlows;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What is run as one compiled call. */
class ComponentCompilerTest {

    @RegisterExtension
    private final RunningFlows flows = new RunningFlows();

    @Test
    void runsAFlowOfAThousandComponents() throws Exception {
        FlowBuilder<Integer, Integer> builder = Flows.create("flow");
        for (int i = 0; i < 1_000; i++) {
            builder = builder.map(message -> message + 1, "add-" + i);
        }

        assertThat(RunningFlows.get(flows.start(builder).submit(0))).isEqualTo(1_000);
    }

    @Test
    void everyPlainComponentHasAStepAndNoOther() {
        SimpleTask<Integer, Integer> simple = message -> message;
        SideEffectTask<Integer> sideEffect = message -> {};
        TransitionTask<Integer, Integer> transition = (message, back) -> back.complete(message);
        CatchTask<Integer> catching = error -> 0;
        List<Component> components = List.of(
                Component.of("a", simple),
                Component.of("b", transition),
                Component.of("c", sideEffect),
                Component.of("d", catching));

        FlowDefinition.Limits limits = new FlowDefinition.Limits(1, FlowDefinition.Limits.DEFAULT_TIMEOUT);
        FlowDefinition flow = new FlowDefinition("flow", components, List.of(), limits);
        PathParts parts = PathParts.of(
                flow,
                new CoarseClock("flow", limits.timeout()),
                new FlowRecorder(flow.size()),
                new ForeignThreads(new ContextPool(1, false)));
        ComponentCode[] steps = ComponentCompiler.compile(parts, null, null, null);

        assertThat(IntStream.range(0, 4).filter(i -> steps[i] != null)).containsExactly(0, 2);
    }

    @Test
    void continuesAfterATaskThatThrewWithTheNextCatchComponent() throws Exception {
        Flow<Integer, Integer> flow = flows.start(Flows.<Integer>create("flow")
                .<Integer>map(message -> message + 1, "a")
                .<Integer>map(message -> message / (message - 1), "b")
                .<Integer>map(message -> 1_000, "skipped")
                .catching(error -> 7, "c")
                .<Integer>map(message -> message + 1, "d"));

        assertThat(RunningFlows.get(flow.submit(0))).isEqualTo(8);
    }
}
