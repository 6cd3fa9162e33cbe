package io.concor.engine;

import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/**
 * Identifies the threads that a flow must not keep waiting at admission, because they take its events to the end: those
 * that work for the flow, and any other thread while it runs components of an event.
 */
final class FlowThreads {

    private final BooleanSupplier working;
    private final ContextPool contexts;

    /**
     * @param working whether the calling thread serves a join, expires transitions, or completes a future
     */
    FlowThreads(BooleanSupplier working, ContextPool contexts) {
        this.working = working;
        this.contexts = contexts;
    }

    /** Whether the calling thread works for the flow. Fast. */
    boolean isWorking() {
        return working.getAsBoolean();
    }

    /** Whether the calling thread, which does not belong to the flow, runs an event of it. Reads all contexts. */
    boolean isRunningEvent() {
        long self = Thread.currentThread().getId();
        return Stream.of(contexts.all()).anyMatch(context -> context.isRunByForeignThread(self));
    }
}
