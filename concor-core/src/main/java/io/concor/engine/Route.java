package io.concor.engine;

import org.jspecify.annotations.Nullable;

/**
 * The route of events from one component on.
 *
 * @param own the join in the component's own slot, or null
 * @param exclusive the join whose only thread runs the component, or null if several threads may
 * @param end index of the next filled slot after the component, or the number of components
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
        return exclusive == null || (worker != null && exclusive.pool() == worker.pool());
    }

    /** Puts a worker's event into the next filled slot. Returns false if there is none, or its join is closed. */
    boolean passOn(Context context, Worker worker) {
        return next != null && next.put(context, worker);
    }
}
