package io.concor.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.Component;
import io.concor.SimpleTask;
import io.concor.Task;
import io.concor.TransitionTask;
import io.concor.engine.definition.FlowDefinition;
import io.concor.engine.measure.FlowRecorder;
import io.concor.engine.measure.StatisticsCollector;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Whose events the clock looks for. */
class FlowMaintenanceTest {

    private static final SimpleTask<Object, Object> SIMPLE = message -> message;
    private static final TransitionTask<Object, Object> TRANSITION = (message, continuation) -> {};

    private final ContextPool contexts = new ContextPool(8);
    private final AdmissionGate gate = new AdmissionGate("flow", FlowDefinition.Limits.DEFAULT_TIMEOUT, contexts);
    private final CoarseClock clock = new CoarseClock("flow", Duration.ofSeconds(30));

    /** Has an event in a transition whose time is over, and sweeps. */
    private void sweepWithAnEventAway(String name, Task task) {
        FlowDefinition flow = new FlowDefinition(
                name,
                List.of(Component.of("a", task)),
                List.of(),
                new FlowDefinition.Limits(8, Duration.ofSeconds(30)));
        FlowRecorder recorder = new FlowRecorder(flow.size());
        EventCompletion completion = new EventCompletion("flow", gate, new UnhandledErrors("flow"));
        EventRunner runner = new EventRunner(flow, clock, recorder, completion);
        JoinRegistry joins = new JoinRegistry(flow, contexts);
        StatisticsCollector statistics =
                new StatisticsCollector(flow, new FlowReader.Counters(gate, completion, runner, joins), recorder);
        Context context = contexts.take();
        context.begin("event", null, clock.now());
        PendingTransition ticket = PendingTransition.of(runner, context, 0);
        context.transition(ticket);
        ticket.letGo();
        clock.expireAll();
        new FlowMaintenance(flow, new TransitionTimeouts(name, contexts, clock), contexts, joins, clock, statistics)
                .expireTransitions();
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
                .doesNotContain("unswept-timeout");
        assertThat(contexts.held()).isEqualTo(1);
    }
}
