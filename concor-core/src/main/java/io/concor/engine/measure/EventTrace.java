package io.concor.engine.measure;

import io.concor.statistics.EventObservation;
import io.concor.statistics.EventOutcome;
import org.jspecify.annotations.Nullable;

/**
 * The times of a sampled event. Belongs to its context, and so to one thread at a time. The end of one measurement is
 * the beginning of the next, because reading the clock is most of what a measurement costs.
 */
public final class EventTrace {

    private final FlowRecorder recorder;
    private long entered;
    /** When the event arrived at its present stage. */
    private long arrived;
    /** When what is measured now began. */
    private long last;
    /** Index of the first component of the present stage. */
    private int stage;

    private @Nullable EventObservation observation;

    public EventTrace(FlowRecorder recorder) {
        this.recorder = recorder;
    }

    public void enter() {
        entered = System.nanoTime();
        arrived = entered;
        last = entered;
        stage = 0;
        observation = recorder.observation();
    }

    /** A worker took the event from the ring of a slot. */
    public void take(int slot) {
        last = System.nanoTime();
        stage = slot;
        recorder.waited(slot, last - arrived);
        if (observation != null) {
            observation.waitStopped(slot);
        }
    }

    /** A component is about to be run; what it costs to follow the event does not count as its time. */
    public void begin(int component) {
        if (observation != null) {
            observation.taskStarted(component);
            last = System.nanoTime();
        }
    }

    /** A transition task has returned without an answer. */
    public void returned(int component) {
        if (observation != null) {
            observation.taskReturned(component);
        }
    }

    /** When the last measurement ended. */
    public long last() {
        return last;
    }

    /** The component that began when the last measurement ended has done its work. */
    public void serve(int component, @Nullable Throwable error) {
        serve(component, last, error);
    }

    public void serve(int component, long began, @Nullable Throwable error) {
        last = System.nanoTime();
        recorder.served(component, last - began);
        if (observation != null) {
            observation.taskStopped(component, error);
            last = System.nanoTime();
        }
    }

    /**
     * The event leaves its stage and arrives at a slot.
     *
     * @param slot index of the slot's component
     * @param kept whether it was kept from leaving when its last component was done, for want of room
     * @return how long it was in its stage
     */
    public long leave(int slot, boolean kept) {
        if (kept) {
            last = System.nanoTime();
        }
        long nanosInStage = last - arrived;
        arrived = last;
        if (observation != null) {
            observation.waitStarted(slot);
        }
        return nanosInStage;
    }

    /** The slot did not take the event, which thus is still in its stage. */
    public void stay(int slot, long nanosInStage) {
        arrived = last - nanosInStage;
        if (observation != null) {
            observation.waitStopped(slot);
        }
    }

    public int stage() {
        return stage;
    }

    public void end(EventOutcome outcome, @Nullable Throwable error) {
        recorder.left(stage, last - arrived);
        recorder.ended(outcome, last - entered);
        if (observation != null) {
            observation.ended(outcome, error);
            observation = null;
        }
    }
}
