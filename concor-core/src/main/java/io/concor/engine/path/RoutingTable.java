package io.concor.engine.path;

import io.concor.JoinSettings;
import io.concor.engine.definition.FlowDefinition;
import io.concor.engine.event.Context;
import io.concor.engine.pool.Join;
import io.concor.engine.pool.Worker;
import io.concor.layout.FlowGraph;
import io.concor.layout.Layout;
import io.concor.layout.Stages;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A layout in the form that the engine reads. Immutable: one write replaces it as a whole. */
public final class RoutingTable {

    private final Layout layout;
    private final @Nullable Join[] joins;
    /** The route from each component on. */
    private final Route[] routes;
    /** For each component, the filled slot whose threads run it, or {@link Stages#NO_SLOT}. */
    private final int[] serving;

    public RoutingTable(FlowDefinition flow, Layout layout, @Nullable Join[] joins) {
        this.layout = layout;
        this.joins = joins.clone();
        this.routes = new Route[joins.length];
        this.serving = new int[joins.length];
        Stages stages = flow.stages(layout.slots());
        for (int i = 0; i < joins.length; i++) {
            int end = stages.end(i);
            serving[i] = stages.serving(i);
            routes[i] = new Route(joins[i], exclusive(stages, i), end, end == FlowGraph.END ? null : joins[end]);
        }
    }

    /** Returns the join whose only thread runs a component, or null if several threads may. */
    private @Nullable Join exclusive(Stages stages, int component) {
        JoinSettings serving = stages.join(component);
        return serving != null && serving.oneThreaded() ? joins[stages.serving(component)] : null;
    }

    private RoutingTable(Layout layout, FlowGraph graph) {
        this.layout = layout;
        this.joins = new @Nullable Join[graph.size()];
        this.routes = new Route[graph.size()];
        this.serving = new int[graph.size()];
        Arrays.fill(serving, Stages.NO_SLOT);
        Arrays.setAll(routes, i -> new Route(null, null, graph.next(i), null));
    }

    /** Returns the routing table of a flow that was not started yet. */
    static RoutingTable empty(FlowDefinition flow) {
        return stopped(flow, new Layout(0, Map.of()));
    }

    /**
     * Returns the routing table of a stopped flow. Each component is a stage of its own, so a thread that returns late
     * from a task, after a new start, reads the new table before the next component.
     */
    public static RoutingTable stopped(FlowDefinition flow, Layout layout) {
        return new RoutingTable(layout, flow.graph());
    }

    public Layout layout() {
        return layout;
    }

    public @Nullable Join join(int slot) {
        return joins[slot];
    }

    /** Returns the filled slot whose threads run a component, or {@link Stages#NO_SLOT}. */
    int serving(int component) {
        return serving[component];
    }

    public @Nullable Join[] joins() {
        return joins.clone();
    }

    /** Returns the route of events from a component on. */
    Route route(int component) {
        return routes[component];
    }

    /**
     * Returns the join that an event has to pass before its next component runs, or null if the calling thread may run
     * it. That is the join in the component's own slot, or, if the layout changed while the event was on its way past
     * that slot, the join whose only thread now runs the component.
     *
     * @param at index of the event's next component
     * @param worker the calling thread, or null if it does not belong to the flow
     * @param slotPassed whether the event came through the component's own slot already
     */
    @Nullable
    Join joinToPass(int at, @Nullable Worker worker, boolean slotPassed) {
        Route route = routes[at];
        if (route.own() != null && !slotPassed) {
            return route.own();
        }
        return route.mayRun(worker) ? null : route.exclusive();
    }

    /**
     * The route of events from one component on.
     *
     * @param own the join in the component's own slot, or null
     * @param exclusive the join whose only thread runs the component, or null if several threads may
     * @param end index of the next filled slot after the component, or {@link FlowGraph#END}
     * @param next the join there, or null
     */
    record Route(
            @Nullable Join own,
            @Nullable Join exclusive,
            int end,
            @Nullable Join next) {

        /**
         * Whether a thread may run the component.
         *
         * @param worker the calling thread, or null if it does not belong to the flow
         */
        boolean mayRun(@Nullable Worker worker) {
            return exclusive == null || (worker != null && exclusive.pool().state() == worker.state());
        }

        /** Puts a worker's event into the next filled slot. Returns false if there is none, or its join is closed. */
        boolean passOn(Context context, Worker worker) {
            return next != null && next.put(context, worker);
        }
    }
}
