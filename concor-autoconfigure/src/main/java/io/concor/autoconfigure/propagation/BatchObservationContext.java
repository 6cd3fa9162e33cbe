package io.concor.autoconfigure.propagation;

import io.concor.Component;
import io.micrometer.observation.ObservationView;
import java.util.List;

/** The context of an observation of one call of a batch task. Used by the thread that calls the task only. */
public final class BatchObservationContext extends EventObservationContext {

    private final int size;
    private final List<ObservationView> tasks;

    BatchObservationContext(String flow, Component component, int size, List<? extends ObservationView> tasks) {
        super(EventObservationDocumentation.BATCH, flow, component);
        this.size = size;
        this.tasks = List.copyOf(tasks);
    }

    /** Returns the number of messages of the batch. */
    public int getSize() {
        return size;
    }

    /** Returns the observations of the task for each sampled event of the batch, at least one. */
    public List<ObservationView> getTasks() {
        return tasks;
    }
}
