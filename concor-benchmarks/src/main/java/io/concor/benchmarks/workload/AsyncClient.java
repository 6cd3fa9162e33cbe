package io.concor.benchmarks.workload;

import java.util.function.Consumer;

/** A non-blocking client of a remote service. A call returns immediately and calls back. */
@FunctionalInterface
public interface AsyncClient {

    /**
     * Starts a call.
     *
     * @param event the event to process
     * @param done receives the event on a thread of the client
     */
    void start(Event event, Consumer<? super Event> done);
}
