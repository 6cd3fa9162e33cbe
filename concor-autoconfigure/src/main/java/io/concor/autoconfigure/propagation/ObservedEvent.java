package io.concor.autoconfigure.propagation;

import io.concor.statistics.EventObserver.EventObservation;
import io.concor.statistics.EventOutcome;
import io.micrometer.observation.Observation;
import io.micrometer.observation.Observation.Scope;
import java.util.function.Supplier;
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
        openEvent();
        taskContext = observer.context(EventObservationDocumentation.TASK, component);
        task = observer.start(taskContext, event);
        open(task);
    }

    private void openEvent() {
        before = observer.registry().getCurrentObservationScope();
        current = true;
        open(event);
    }

    /** The task is not current: it runs for other events as well. */
    @Override
    public void batchTaskStarted(int component) {
        EventObservationContext started = observer.context(EventObservationDocumentation.TASK, component);
        taskContext = started;
        task = event.scoped(() -> observer.start(started, event));
    }

    /** Returns the observation of the present task, or null if the event has ended meanwhile. */
    @Nullable
    Observation task() {
        return task;
    }

    /** Makes the present task and a batch current on the calling thread, until {@link #closeScope}. */
    Observation enterBatch(Observation ofTask, Supplier<Observation> batch) {
        openEvent();
        open(ofTask);
        Observation started = batch.get();
        open(started);
        return started;
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

    void closeScope() {
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
        EventObservationContext started = observer.context(EventObservationDocumentation.WAIT, slot);
        waiting = event.scoped(() -> observer.start(started, event));
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

    static void stop(Observation observation, @Nullable Throwable error) {
        if (error != null) {
            observation.error(error);
        }
        observation.stop();
    }
}
