package io.concor.engine;

import io.concor.CatchTask;
import io.concor.Component;
import io.concor.SideEffectTask;
import io.concor.TransitionTask;
import io.concor.engine.definition.FlowDefinition;
import io.concor.engine.event.Context;
import io.concor.engine.event.Linearizability;
import io.concor.engine.event.PendingTransition;
import java.time.Duration;
import java.util.List;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.ThreadIdGen;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Of all calls of a {@link PendingTransition} the first one decides. */
@Param(name = "caller", gen = ThreadIdGen.class)
public class PendingTransitionLinearizabilityTest {

    private final int[] arrivals = new int[Linearizability.THREADS + 2];
    private final PendingTransition ticket = ticket();

    /** A ticket for the first component of a flow without joins, whose second one tells who carried the event on. */
    private PendingTransition ticket() {
        TransitionTask<Object, Integer> transition = (event, continuation) -> {};
        SideEffectTask<Integer> arrival = caller -> arrivals[caller]++;
        CatchTask<Object> failure = error -> arrivals[Integer.parseInt(error.getMessage())]++;
        FlowDefinition flow = new FlowDefinition(
                "flow",
                List.of(
                        Component.of("transition", transition),
                        Component.of("arrival", arrival),
                        Component.of("failure", failure)),
                List.of(),
                new FlowDefinition.Limits(1, Duration.ofDays(1)));
        FlowParts parts = FlowParts.of(flow);
        Context context = parts.gate().tryAdmit();
        context.begin("event", null, parts.clock().now());
        parts.path().enter(context);
        return context.transition();
    }

    /** Whether the call decided. */
    @Operation
    public boolean complete(@Param(name = "caller") int caller) {
        int before = arrivals[caller];
        ticket.complete(caller);
        return arrivals[caller] > before;
    }

    /** Whether the call decided. */
    @Operation
    public boolean fail(@Param(name = "caller") int caller) {
        int before = arrivals[caller];
        ticket.fail(new IllegalStateException(Integer.toString(caller)));
        return arrivals[caller] > before;
    }

    @Operation
    public boolean away() {
        return ticket.isAway();
    }

    @Test
    @Tag("full")
    void isDecidedOnceInEveryInterleaving() {
        Linearizability.modelCheck(getClass(), Decision.class);
    }

    @Test
    @Tag(Linearizability.REAL_THREADS)
    void isDecidedOnceOnRealThreads() {
        Linearizability.stress(getClass(), Decision.class);
    }

    /** The same for one thread. */
    public static class Decision {

        private boolean decided;

        public boolean complete(int caller) {
            boolean first = !decided;
            decided = true;
            return first;
        }

        public boolean fail(int caller) {
            return complete(caller);
        }

        public boolean away() {
            return !decided;
        }
    }
}
