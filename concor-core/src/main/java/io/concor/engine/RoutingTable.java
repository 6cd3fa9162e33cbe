package io.concor.engine;

import io.concor.JoinSettings;
import io.concor.TaskKind;
import io.concor.engine.definition.FlowDefinition;
import io.concor.layout.Layout;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A layout as the engine reads it: which join stands before which component. Replaced as a whole by one write. */
final class RoutingTable {

    private final Layout layout;
    private final @Nullable Join[] joins;
    /** For each component. */
    private final Route[] routes;

    RoutingTable(FlowDefinition flow, Layout layout, @Nullable Join[] joins) {
        this(layout, joins.clone(), nextFilled(joins), exclusive(flow, layout, joins));
    }

    private RoutingTable(Layout layout, @Nullable Join[] joins, int[] nextFilled, @Nullable Join[] exclusive) {
        this.layout = layout;
        this.joins = joins;
        this.routes = new Route[joins.length];
        for (int i = 0; i < joins.length; i++) {
            int end = nextFilled[i];
            routes[i] = new Route(joins[i], exclusive[i], end, end < joins.length ? joins[end] : null);
        }
    }

    /** The plan of a flow that was not started yet. */
    static RoutingTable empty(FlowDefinition flow) {
        return stopped(flow, new Layout(0, Map.of()));
    }

    /**
     * The plan of a flow that is stopped. Each component counts as the last one before a join, so that a thread that
     * comes back late from a task, and goes on in the flow after a start, looks at the new plan before the next one.
     */
    static RoutingTable stopped(FlowDefinition flow, Layout layout) {
        int size = flow.size();
        int[] next = IntStream.rangeClosed(1, size).toArray();
        return new RoutingTable(layout, new @Nullable Join[size], next, new @Nullable Join[size]);
    }

    private static int[] nextFilled(@Nullable Join[] joins) {
        int[] nextFilled = new int[joins.length];
        int next = joins.length;
        for (int i = joins.length - 1; i >= 0; i--) {
            nextFilled[i] = next;
            next = joins[i] == null ? next : i;
        }
        return nextFilled;
    }

    /** Behind a transition events are on threads that belong to nobody here, up to the next filled slot. */
    private static @Nullable Join[] exclusive(FlowDefinition flow, Layout layout, @Nullable Join[] joins) {
        @Nullable Join[] exclusive = new Join[joins.length];
        Join serving = null;
        for (int i = 0; i < joins.length; i++) {
            JoinSettings settings = layout.slots().get(flow.component(i).name());
            if (settings != null) {
                serving = settings.oneThreaded() ? joins[i] : null;
            }
            exclusive[i] = serving;
            if (flow.component(i).kind() == TaskKind.TRANSITION) {
                serving = null;
            }
        }
        return exclusive;
    }

    Layout layout() {
        return layout;
    }

    @Nullable
    Join join(int slot) {
        return joins[slot];
    }

    @Nullable
    Join[] joins() {
        return joins.clone();
    }

    /** Where events go from a component on. */
    Route route(int component) {
        return routes[component];
    }

    /**
     * The join that an event has to go through before its next component is run, or null where the thread at hand may
     * run it. That is the join of the component's own slot; and where the plan was changed while the event was on its
     * way past that join, the one whose only thread now runs the component.
     *
     * @param at index of the event's next component
     * @param worker the thread at hand, or null for one that belongs to nobody here
     * @param passed whether the event came through the component's own slot already
     */
    @Nullable
    Join before(int at, @Nullable Worker worker, boolean passed) {
        Route route = routes[at];
        if (route.own() != null && !passed) {
            return route.own();
        }
        return route.mayRun(worker) ? null : route.exclusive();
    }
}
