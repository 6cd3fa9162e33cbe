package io.concor.autoconfigure.propagation;

import io.concor.statistics.EventObserver.BatchObservation;
import io.concor.statistics.EventObserver.EventObservation;
import io.concor.statistics.EventOutcome;
import io.micrometer.observation.Observation;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The observation of one call of a batch task. Current on the thread that calls it, in that of the first sampled event. */
final class ObservedBatch implements BatchObservation {

    private final ObservedEvent first;
    private final BatchObservationContext context;
    private final Observation batch;

    private ObservedBatch(ObservedEvent first, BatchObservationContext context, Observation batch) {
        this.first = first;
        this.context = context;
        this.batch = batch;
    }

    /** Starts the observation, or returns null if all events have ended meanwhile. */
    static @Nullable ObservedBatch start(
            FlowObserver observer, int component, int size, List<EventObservation> events) {
        ObservedEvent first = null;
        List<Observation> tasks = new ArrayList<>();
        for (EventObservation event : events) {
            Observation task = event instanceof ObservedEvent observed ? observed.task() : null;
            if (task != null) {
                tasks.add(task);
                first = first == null ? (ObservedEvent) event : first;
            }
        }
        if (first == null) {
            return null;
        }
        Observation parent = tasks.get(0);
        BatchObservationContext context = observer.batchContext(component, size, tasks);
        return new ObservedBatch(first, context, first.enterBatch(parent, () -> observer.start(context, parent)));
    }

    @Override
    public void stopped(@Nullable Throwable error) {
        first.closeScope();
        context.setOutcome(EventOutcome.of(context.getFlow(), error));
        ObservedEvent.stop(batch, error);
    }
}
