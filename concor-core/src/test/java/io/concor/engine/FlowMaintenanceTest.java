package io.concor.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.Component;
import io.concor.SimpleTask;
import io.concor.Task;
import io.concor.TransitionTask;
import io.concor.engine.definition.FlowDefinition;
import io.concor.engine.measure.StatisticsCollector;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Whose events the clock looks for. */
class FlowMaintenanceTest {

    private static final SimpleTask<Object, Object> SIMPLE = message -> message;
    private static final TransitionTask<Object, Object> TRANSITION = (message, continuation) -> {};

    private FlowParts parts;

    /** Has an event in a transition whose time is over, and sweeps. */
    private void sweepWithAnEventAway(String name, Task task) {
        FlowDefinition flow = new FlowDefinition(
                name,
                List.of(Component.of("a", task)),
                List.of(),
                new FlowDefinition.Limits(8, Duration.ofSeconds(30)));
        parts = FlowParts.of(flow);
        Context context = parts.contexts().take();
        context.begin("event", null, parts.clock().now());
        PendingTransition ticket = PendingTransition.of(parts.transitions(), context, 0);
        context.transition(ticket);
        ticket.letGo(parts.path().runner());
        parts.clock().expireAll();
        new FlowMaintenance(parts, new StatisticsCollector(flow, parts, parts.recorder())).expireEvents();
    }

    @Test
    void thoseThatATransitionHasHeldTooLong() {
        sweepWithAnEventAway("swept", TRANSITION);
        await("the event ends").until(() -> parts.contexts().held() == 0);
    }

    @Test
    void noneIfThereIsNoTransition() {
        sweepWithAnEventAway("unswept", SIMPLE);
        assertThat(Thread.getAllStackTraces().keySet())
                .extracting(Thread::getName)
                .doesNotContain("unswept-timeout");
        assertThat(parts.contexts().held()).isEqualTo(1);
    }
}
