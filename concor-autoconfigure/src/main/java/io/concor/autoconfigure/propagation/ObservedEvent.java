package io.concor.autoconfigure.propagation;

import io.concor.statistics.EventObservation;
import io.concor.statistics.EventOutcome;
import io.micrometer.observation.Observation;
import io.micrometer.observation.Observation.Scope;
import org.jspecify.annotations.Nullable;

/**
 * The observations of one event. That of a task is current while it runs on the thread that runs it, and no longer:
 * what the event carries to the next thread is what was current before.
 */
final class ObservedEvent implements EventObservation {

    private final FlowObserver observer;
    private final Observation event;
    private final EventObservationContext context;

    private @Nullable Observation task;
    private @Nullable EventObservationContext taskContext;
    private @Nullable Observation waiting;
    /** Whether the present thread has opened scopes for the task. */
    private boolean current;
    /** What was current before. */
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

    /** A tracer takes the span that is current for the parent of a new one, whatever the observation's parent is. */
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

    /** A stop may end an event wherever it is. */
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
