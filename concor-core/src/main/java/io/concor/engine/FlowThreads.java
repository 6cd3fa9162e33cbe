package io.concor.engine;

import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/**
 * Tells which threads a flow must not keep waiting at its door, because events leave by them: those that work for it, and
 * any other for as long as it carries one of its events.
 */
final class FlowThreads {

    private final BooleanSupplier working;
    private final ContextPool contexts;

    /**
     * Of one flow.
     *
     * @param working whether the calling thread serves a join, carries on what timed out, or tells a result
     */
    FlowThreads(BooleanSupplier working, ContextPool contexts) {
        this.working = working;
        this.contexts = contexts;
    }

    /** Whether the calling thread works for the flow; quick. */
    boolean working() {
        return working.getAsBoolean();
    }

    /** Whether the calling thread, which does not belong to the flow, carries an event of it; looks at all of them. */
    boolean carrying() {
        long self = Thread.currentThread().getId();
        return Stream.of(contexts.all()).anyMatch(context -> context.isCarriedBy(self));
    }
}
