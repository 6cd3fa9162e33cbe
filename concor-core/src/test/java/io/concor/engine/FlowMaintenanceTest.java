package io.concor.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.Component;
import io.concor.SimpleTask;
import io.concor.Task;
import io.concor.TransitionTask;
import io.concor.engine.definition.FlowDefinition;
import io.concor.engine.event.Context;
import io.concor.engine.event.PendingTransition;
import io.concor.engine.measure.StatisticsCollector;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Whose events the clock looks for. */
class FlowMaintenanceTest {

    private static final SimpleTask<Object, Object> SIMPLE = message -> message;
    private static final TransitionTask<Object, Object> TRANSITION = (message, continuation) -> {};

    private static FlowParts flow(String name, Task task) {
        return FlowParts.of(new FlowDefinition(
                name,
                List.of(Component.of("a", task)),
                List.of(),
                new FlowDefinition.Limits(8, Duration.ofSeconds(30))));
    }

    private static Context begin(FlowParts parts) {
        Context context = parts.contexts().take();
        context.begin("event", null, parts.clock().now());
        return context;
    }

    /** Has an event in a transition. */
    private static PendingTransition enter(FlowParts parts) {
        Context context = begin(parts);
        parts.path().enter(context);
        return context.transition();
    }

    /** The time of all events is over. */
    private static void sweep(FlowParts parts) {
        parts.clock().expireAll();
        new FlowMaintenance(parts, new StatisticsCollector(parts.definition(), parts, parts.recorder())).expireEvents();
    }

    @Test
    void thoseThatATransitionHasHeldTooLong() {
        FlowParts parts = flow("swept", TRANSITION);
        enter(parts);

        sweep(parts);

        await("the event ends").until(() -> parts.contexts().held() == 0);
    }

    @Test
    void noneIfThereIsNoTransition() {
        FlowParts parts = flow("unswept", SIMPLE);
        begin(parts).transition(enter(flow("other", TRANSITION)));

        sweep(parts);

        assertThat(Thread.getAllStackTraces().keySet())
                .extracting(Thread::getName)
                .doesNotContain("unswept-timeout");
        assertThat(parts.contexts().held()).isEqualTo(1);
    }
}
