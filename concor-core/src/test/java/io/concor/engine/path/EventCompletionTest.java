package io.concor.engine.path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.concor.Component;
import io.concor.SimpleTask;
import io.concor.engine.admission.AdmissionGate;
import io.concor.engine.definition.FlowDefinition;
import io.concor.engine.event.Context;
import io.concor.engine.event.ContextPool;
import io.concor.engine.event.EventFuture;
import io.concor.engine.event.UnhandledErrors;
import io.concor.engine.retry.DeadLetters;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Who awaits a result, and so is awaited by a stop, where something fails on the way. */
class EventCompletionTest {

    private static final SimpleTask<Object, Object> TASK = message -> message;

    private final ContextPool contexts = new ContextPool(1, false);
    private final AdmissionGate gate = new AdmissionGate("flow", FlowDefinition.Limits.DEFAULT_TIMEOUT, contexts);
    private final FlowDefinition flow = new FlowDefinition(
            "flow",
            List.of(Component.of("a", TASK)),
            List.of(),
            new FlowDefinition.Limits(1, FlowDefinition.Limits.DEFAULT_TIMEOUT));
    private final EventCompletion completion = new EventCompletion(
            "flow",
            gate,
            new ErrorCounters("flow", 1),
            new UnhandledErrors(flow),
            new DeadLetters(flow, new UnhandledErrors(flow)));

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
}
