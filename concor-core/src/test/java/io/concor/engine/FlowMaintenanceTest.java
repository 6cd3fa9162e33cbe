package io.concor.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.Component;
import io.concor.SimpleTask;
import io.concor.Task;
import io.concor.TransitionTask;
import io.concor.engine.definition.FlowDefinition;
import io.concor.engine.definition.FlowLimits;
import io.concor.engine.measure.FlowRecorder;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Whose events the clock looks for. */
class FlowMaintenanceTest {

    private static final SimpleTask<Object, Object> SIMPLE = message -> message;
    private static final TransitionTask<Object, Object> TRANSITION = (message, continuation) -> {};

    private final ContextPool contexts = new ContextPool(8);
    private final AdmissionGate door = new AdmissionGate(contexts);
    private final CoarseClock clock = new CoarseClock("flow", Duration.ofSeconds(30));

    /** Has an event in a transition whose time is over, and sweeps. */
    private void sweepWithAnEventAway(String name, Task task) {
        FlowDefinition flow = new FlowDefinition(
                name, List.of(Component.of("a", task)), List.of(), new FlowLimits(8, Duration.ofSeconds(30)));
        FlowRecorder recorder = new FlowRecorder(flow.size());
        EventCompletion exit = new EventCompletion("flow", door, new UnhandledErrors("flow"));
        EventRunner chain = new EventRunner(flow, clock, recorder, exit);
        JoinRegistry joins = new JoinRegistry(flow, contexts);
        StatisticsReader statistics = new StatisticsReader(flow, door, exit, chain, joins, recorder);
        Context context = contexts.take();
        context.begin("event", null, clock.now());
        PendingTransition ticket = PendingTransition.of(chain, context, 0);
        context.ticket(ticket);
        ticket.letGo();
        clock.stop();
        new FlowMaintenance(flow, new TransitionTimeouts(name, contexts, clock), contexts, joins, clock, statistics)
                .sweep();
    }

    @Test
    void thoseThatATransitionHasHeldTooLong() {
        sweepWithAnEventAway("swept", TRANSITION);
        await("the event ends").until(() -> contexts.held() == 0);
    }

    @Test
    void noneWhereThereIsNoTransition() {
        sweepWithAnEventAway("unswept", SIMPLE);
        assertThat(Thread.getAllStackTraces().keySet())
                .extracting(Thread::getName)
                .doesNotContain("unswept-rescue");
        assertThat(contexts.held()).isEqualTo(1);
    }
}
