package io.concor.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.Component;
import io.concor.SingleThreadedTask;
import io.concor.engine.definition.FlowDefinition;
import io.concor.engine.event.Context;
import io.concor.engine.event.ContextPool;
import io.concor.engine.path.EventPath;
import io.concor.engine.path.RoutingTable;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A thread was let in, and lost its processor until its flow had been stopped. */
class LateEntryTest {

    private final AtomicInteger runs = new AtomicInteger();

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void runsNoTaskOfTheStoppedFlow(boolean measured) {
        SingleThreadedTask<String, String> task = message -> message + runs.incrementAndGet();
        FlowDefinition flow = new FlowDefinition(
                "flow",
                List.of(Component.of("counter", task)),
                List.of(),
                new FlowDefinition.Limits(1, FlowDefinition.Limits.DEFAULT_TIMEOUT));
        FlowParts parts = FlowParts.of(flow);
        ContextPool contexts = parts.contexts();
        EventPath path = parts.path();
        contexts.sample(event -> measured);
        Context late = contexts.take();
        late.begin("event", null, parts.clock().now());
        if (measured) {
            late.measure(parts.recorder());
        }

        parts.clock().expireAll();
        path.routing(RoutingTable.stopped(flow, path.routing().layout()));
        path.enter(late);

        assertThat(runs).hasValue(0);
        assertThat(parts.failed()).isEqualTo(1);
        assertThat(contexts.free()).isEqualTo(1);
    }
}
