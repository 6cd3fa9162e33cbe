package io.concor.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import io.concor.Component;
import io.concor.Sampling;
import io.concor.SimpleTask;
import io.concor.engine.definition.FlowDefinition;
import java.util.List;
import org.junit.jupiter.api.Test;

/** An event that could not enter leaves nothing behind. */
class DispatcherTest {

    private static final SimpleTask<Object, Object> TASK = message -> message;

    private final FlowDefinition flow = new FlowDefinition(
            "flow",
            List.of(Component.of("a", TASK)),
            List.of(),
            new FlowDefinition.Limits(1, FlowDefinition.Limits.DEFAULT_TIMEOUT));

    @Test
    void isNotAwaitedIfTheEventCouldNotEnter() {
        FlowParts parts = FlowParts.of(flow);
        FlowParts withoutRegistry = new FlowParts(
                flow,
                parts.contexts(),
                parts.gate(),
                parts.clock(),
                parts.recorder(),
                parts.path(),
                parts.storages(),
                null,
                null,
                null,
                null,
                null);
        Dispatcher full = new Dispatcher(withoutRegistry, Sampling.DEFAULT);
        parts.contexts().take();

        assertThatNullPointerException().isThrownBy(() -> full.submit("event"));

        assertThat(parts.completion().allFuturesComplete(0)).isTrue();
    }
}
