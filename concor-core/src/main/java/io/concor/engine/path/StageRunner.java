package io.concor.engine.path;

import io.concor.engine.event.CoarseClock;
import io.concor.engine.event.Context;
import io.concor.engine.event.ExecutionSite;
import io.concor.engine.event.ForeignThreads;
import io.concor.engine.event.PendingTransition;
import io.concor.engine.pool.Join;
import io.concor.engine.pool.Worker;
import io.concor.layout.FlowGraph;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Runs the components of an event that the calling thread may run, and says where the event goes. It hands nothing over and
 * ends nothing, so whoever calls it decides when that happens.
 */
final class StageRunner {

    /** Returned instead of an index when a transition has the event, or it was postponed. */
    static final int GONE = ComponentRunner.POSTPONED;

    private final FlowGraph graph;
    private final ComponentRunner components;
    private final CoarseClock clock;
    private final ForeignThreads foreignThreads;
    private final ContextTransfer transfer;
    private final Routing routing;

    StageRunner(PathParts parts, Routing routing, ComponentRunner components) {
        this.graph = parts.graph();
        this.components = components;
        this.clock = parts.clock();
        this.foreignThreads = parts.foreignThreads();
        this.transfer = parts.transfer();
        this.routing = routing;
    }

    /**
     * Runs an event up to the next join that it has to pass.
     *
     * @param from index of its next component
     * @param worker the calling thread, or null if it does not belong to the flow
     * @param slotPassed whether the event came through the slot of that component already
     * @param resumption goes on with the event after a transition
     * @return index of the component before which the event has to leave the thread, {@link FlowGraph#END}, or {@link #GONE}
     */
    int run(
            Context context,
            int from,
            @Nullable Worker worker,
            boolean slotPassed,
            PendingTransition.Resumption resumption) {
        int at = from;
        boolean passed = slotPassed;
        while (at != FlowGraph.END && at != GONE) {
            RoutingTable present = routing.table();
            Join join = present.joinToPass(at, worker, passed);
            if (join != null && !mayStay(present, context, at, passed)) {
                return at;
            }
            at = run(context, at, join == null ? present.route(at).end() : graph.next(at), worker, resumption);
            passed = false;
        }
        return at;
    }

    /** Returns the join that an event has to pass before its next component runs, or null if the calling thread runs it. */
    @Nullable
    Join joinToPass(RoutingTable present, Context context, int at, @Nullable Worker worker, boolean slotPassed) {
        Join join = present.joinToPass(at, worker, slotPassed);
        return join == null || mayStay(present, context, at, slotPassed) ? null : join;
    }

    /**
     * Whether the calling thread runs the component although another join's only thread serves it now. An event in a
     * transaction may hold locks for which that thread waits: queued in its ring, the event would never release them.
     */
    private boolean mayStay(RoutingTable present, Context context, int at, boolean slotPassed) {
        boolean overtaken = slotPassed || present.join(at) == null;
        return overtaken && context.transaction != null && !components.isSingleThreaded(at);
    }

    /** Returns the index reached, or {@link #GONE}. */
    private int run(
            Context context, int from, int to, @Nullable Worker worker, PendingTransition.Resumption resumption) {
        ExecutionSite site = worker == null ? context : worker;
        if (site == context) {
            foreignThreads.enter(context);
        }
        int at = components.run(context, from, to, site);
        return at == ComponentRunner.IN_TRANSITION ? letGo(context, site, resumption) : at;
    }

    /** The transition task has returned without an answer. Returns the index reached, or {@link #GONE}. */
    private int letGo(Context context, ExecutionSite site, PendingTransition.Resumption resumption) {
        PendingTransition transition = Objects.requireNonNull(context.transition());
        if (context.sampled) {
            context.stopwatch().taskReturned(transition.component());
        }
        transfer.detach(context, site);
        foreignThreads.leave(context);
        context.takeLaneFrom(site);
        if (transition.letGo(resumption)) {
            if (clock.hasExpired(transition.enteredNanos())) { // the last check for timeouts may have been before
                transition.expire();
            }
            return GONE;
        }
        site.takeLaneFrom(context);
        transfer.attachAgain(context, site);
        return components.finishTransition(context, transition);
    }
}
