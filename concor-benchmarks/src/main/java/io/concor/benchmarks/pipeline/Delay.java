package io.concor.benchmarks.pipeline;

import java.util.function.Consumer;

/** A computation elsewhere, as a non-blocking client offers it: it returns at once and calls back. */
@FunctionalInterface
public interface Delay {

    /**
     * Starts the computation.
     *
     * @param event the event
     * @param done called with the event, on a thread of the client
     */
    void start(Event event, Consumer<? super Event> done);
}
