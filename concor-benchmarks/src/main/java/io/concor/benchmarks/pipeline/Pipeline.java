package io.concor.benchmarks.pipeline;

import io.concor.benchmarks.workload.Event;
import io.concor.benchmarks.workload.Shape;

/** A running pipeline for the sending threads of its {@link Shape}. Its last component counts the events that leave it. */
public interface Pipeline extends AutoCloseable {

    /**
     * Sends an event. Waits while the pipeline is full.
     *
     * @param event the event
     */
    void send(Event event);

    /** Ends the threads. No event may be in flight. */
    @Override
    void close();
}
