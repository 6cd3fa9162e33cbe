package io.concor.autoconfigure.propagation;

import io.concor.statistics.EventObserver.EventObservation;
import io.concor.statistics.EventOutcome;
import io.micrometer.observation.Observation;
import io.micrometer.observation.Observation.Scope;
import org.jspecify.annotations.Nullable;

/**
 * The observations of one event. The observation of a task is current only while the task runs on its thread: the event
 * carries the previous observation to the next thread.
 */
final class ObservedEvent implements EventObservation {

    private final FlowObserver observer;
    private final Observation event;
    private final EventObservationContext context;

    private @Nullable Observation task;
    private @Nullable EventObservationContext taskContext;
    private @Nullable Observation waiting;
    /** Whether the current thread has opened scopes for the task. */
    private boolean current;
    /** The scope that was current before. */
    private @Nullable Scope before;

    ObservedEvent(FlowObserver observer, Observation event, EventObservationContext context) {
        this.observer = observer;
        this.event = event;
        this.context = context;
    }

    @Override
    public void taskStarted(int component) {
        before = observer.registry().getCurrentObservationScope();
        current = true;
        open(event);
        taskContext = observer.context(EventObservationDocumentation.TASK, component);
        task = observer.task(event, taskContext);
        open(task);
    }

    /** Makes an observation current. Tracers use the current span as the parent, not that of the parent observation. */
    private void open(Observation observation) {
        observer.scopes().opened(observation.openScope());
    }

    @Override
    public void taskReturned(int component) {
        closeScope();
    }

    @Override
    public void taskStopped(int component, @Nullable Throwable error) {
        closeScope();
        stopTask(EventOutcome.of(context.getFlow(), error), error);
    }

    private void closeScope() {
        if (current) {
            current = false;
            observer.scopes().closeDownTo(before, observer.registry());
            before = null;
        }
    }

    private void stopTask(EventOutcome outcome, @Nullable Throwable error) {
        if (task != null && taskContext != null) {
            taskContext.setOutcome(outcome);
            stop(task, error);
            task = null;
        }
    }

    @Override
    public void waitStarted(int slot) {
        waiting = event.scoped(() -> observer.waiting(event, slot));
    }

    @Override
    public void waitStopped(int slot) {
        if (waiting != null) {
            waiting.stop();
            waiting = null;
        }
    }

    /** Stops all observations: a stop of the flow may end an event at any point. */
    @Override
    public void ended(EventOutcome outcome, @Nullable Throwable error) {
        closeScope();
        stopTask(outcome, error);
        if (waiting != null) {
            waiting.stop();
        }
        context.setOutcome(outcome);
        stop(event, error);
    }

    private static void stop(Observation observation, @Nullable Throwable error) {
        if (error != null) {
            observation.error(error);
        }
        observation.stop();
    }
}
