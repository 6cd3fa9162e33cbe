package io.concor.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import io.concor.Component;
import io.concor.Sampling;
import io.concor.SimpleTask;
import io.concor.engine.definition.FlowDefinition;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Who awaits a result, and so is awaited by a stop, where something fails on the way. */
class EventCompletionTest {

    private static final SimpleTask<Object, Object> TASK = message -> message;

    private final ContextPool contexts = new ContextPool(1);
    private final AdmissionGate gate = new AdmissionGate("flow", FlowDefinition.Limits.DEFAULT_TIMEOUT, contexts);
    private final FlowDefinition flow = new FlowDefinition(
            "flow",
            List.of(Component.of("a", TASK)),
            List.of(),
            new FlowDefinition.Limits(1, FlowDefinition.Limits.DEFAULT_TIMEOUT));
    private final EventCompletion completion =
            new EventCompletion("flow", gate, new ErrorCounters("flow", 1), new UnhandledErrors(flow));

    @Test
    void isCompletedAlsoIfTheEventCannotBeCounted() {
        EventFuture result = new EventFuture();
        Context context = contexts.take();
        context.begin("event", result, 0);
        context.sampled = true; // and has no trace
        completion.futureOpened();

        assertThatIllegalStateException().isThrownBy(() -> completion.complete(context));

        assertThat(result).isCompletedWithValue("event");
        assertThat(completion.allFuturesComplete(0)).isTrue();
        assertThat(contexts.held()).isZero();
    }

    @Test
    void isNotAwaitedIfTheEventCouldNotEnter() {
        FlowParts parts = FlowParts.of(flow);
        FlowParts withoutRegistry = new FlowParts(
                flow,
                contexts,
                gate,
                parts.clock(),
                parts.recorder(),
                completion,
                parts.errors(),
                parts.transitions(),
                parts.path(),
                null,
                null,
                null,
                null,
                null);
        Dispatcher full = new Dispatcher(withoutRegistry, Sampling.DEFAULT);
        contexts.take();

        assertThatNullPointerException().isThrownBy(() -> full.submit("event"));

        assertThat(completion.allFuturesComplete(0)).isTrue();
    }
}
