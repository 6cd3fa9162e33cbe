package io.concor.engine;

import org.jspecify.annotations.Nullable;

/**
 * Where a plan lets events go from one component on.
 *
 * @param own the join in the component's own slot, or null
 * @param exclusive the join whose only thread runs the component, or null where several threads may
 * @param end index of the next filled slot behind the component, or the number of components
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
     * @param worker the thread at hand, or null for one that belongs to nobody here
     */
    boolean mayRun(@Nullable Worker worker) {
        return exclusive == null || (worker != null && exclusive.pool() == worker.pool());
    }

    /** Puts an event that a worker has into the next filled slot; false where there is none, or none any more. */
    boolean pass(Context context) {
        return next != null && next.put(context, true);
    }
}
