package io.concor.benchmarks.workload;

import java.util.function.Consumer;

/** A computation elsewhere, as a non-blocking client offers it: it returns at once and calls back. */
@FunctionalInterface
public interface AsyncClient {

    /**
     * Starts the computation.
     *
     * @param event the event
     * @param done called with the event, on a thread of the client
     */
    void start(Event event, Consumer<? super Event> done);
}
