package io.concor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Whose events the clock looks for. */
class SweeperTest {

    private static final SimpleTask<Object, Object> SIMPLE = message -> message;
    private static final TransitionTask<Object, Object> TRANSITION = (message, continuation) -> {};

    private final ContextPool contexts = new ContextPool(8);
    private final Door door = new Door(contexts);
    private final FlowClock clock = new FlowClock("flow", Duration.ofSeconds(30));

    /** Has an event in a transition whose time is over, and sweeps. */
    private void sweepWithAnEventAway(String name, Task task) {
        FlowDefinition flow = new FlowDefinition(
                name, List.of(Component.of("a", task)), List.of(), new FlowLimits(8, Duration.ofSeconds(30)));
        FlowRecorder recorder = new FlowRecorder(flow.size());
        Exit exit = new Exit("flow", door, new UnhandledErrors("flow"));
        Chain chain = new Chain(flow, clock, recorder, exit);
        Joins joins = new Joins(flow, contexts);
        StatisticsReader statistics = new StatisticsReader(flow, door, exit, chain, joins, recorder);
        Context context = contexts.take();
        context.begin("event", null, clock.now());
        Ticket ticket = Ticket.of(chain, context, 0);
        context.ticket(ticket);
        ticket.letGo();
        clock.stop();
        new Sweeper(flow, new Rescuers(name, contexts, clock), contexts, joins, clock, statistics).sweep();
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
