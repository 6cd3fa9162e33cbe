package io.concor.benchmarks.pipeline;

import io.concor.benchmarks.workload.Event;

/** A running pipeline, for one driver thread. Its last component counts what has come through. */
public interface Pipeline extends AutoCloseable {

    /**
     * Lets an event in; waits while the pipeline is full.
     *
     * @param event the event
     */
    void send(Event event);

    /** Ends its threads. Nothing may be inside. */
    @Override
    void close();
}
