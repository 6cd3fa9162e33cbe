package io.concor.engine.measure;

import io.concor.statistics.EventObserver.EventObservation;
import io.concor.statistics.EventOutcome;
import org.jspecify.annotations.Nullable;

/**
 * Measures the way of one sampled event. Belongs to the event's context, and so to one thread at a time. The end of a
 * measurement is the beginning of the next, because reading the clock is most of what a measurement costs.
 */
public final class EventStopwatch {

    private final FlowRecorder recorder;
    private long entered;
    /** When the event arrived at its present stage. */
    private long arrived;
    /** When the event began to wait in a slot. */
    private long queued;
    /** When the present measurement began. */
    private long last;
    /** Index of the first component of the present stage. */
    private int stage;
    /** Whether the event, which waits in a slot, is no longer in the present stage. */
    private boolean left;
    /** Whether the listener receives the measurements. */
    private boolean heard;

    private @Nullable GuardedCallback<EventObservation> observation;

    public EventStopwatch(FlowRecorder recorder) {
        this.recorder = recorder;
    }

    private boolean observe(
            GuardedCallback.Call<EventObservation> call,
            int index,
            @Nullable EventOutcome outcome,
            @Nullable Throwable error) {
        GuardedCallback<EventObservation> present = observation;
        if (present != null) {
            present.call(call, index, 0, outcome, error);
        }
        return present != null;
    }

    /** The event enters the flow. */
    public void start() {
        entered = System.nanoTime();
        arrived = entered;
        last = entered;
        stage = 0;
        left = false;
        heard = recorder.hears(entered);
        observation = recorder.observation(entered);
    }

    /** A worker took the event from the ring of a slot. */
    public void taken(int slot) {
        last = System.nanoTime();
        recorder.recordWaiting(slot, last - queued, heard);
        if (left) {
            arrived = queued;
            left = false;
        }
        stage = slot;
        observe((to, at, nanos, outcome, error) -> to.waitStopped(at), slot, null, null);
    }

    /** A task is about to run. The time that the observer takes does not count as the task's. */
    public void taskStarts(int component) {
        if (observe((to, at, nanos, outcome, error) -> to.taskStarted(at), component, null, null)) {
            last = System.nanoTime();
        }
    }

    /** The event is tried again. The time since its last attempt is no task's. */
    public void triedAgain() {
        last = System.nanoTime();
    }

    /** A batch task is about to run for this event and others. Returns the observation of the event, or null. */
    public @Nullable EventObservation batchStarts(int component) {
        observe((to, at, nanos, outcome, error) -> to.batchTaskStarted(at), component, null, null);
        GuardedCallback<EventObservation> present = observation;
        return present == null ? null : present.target();
    }

    /** The batch task has returned, and the event ended with it or goes on. */
    public void batchEnded(int component, long shareNanos, @Nullable Throwable error) {
        recorder.recordService(component, shareNanos, heard);
        observe((to, at, nanos, outcome, thrown) -> to.batchTaskStopped(at, thrown), component, null, error);
        last = System.nanoTime();
    }

    /** A transition task returned before its continuation was called. */
    public void taskReturned(int component) {
        observe((to, at, nanos, outcome, error) -> to.taskReturned(at), component, null, null);
    }

    /** Returns when the last measurement ended. */
    public long lastNanos() {
        return last;
    }

    /** The task that began when the last measurement ended has ended. */
    public void taskEnded(int component, @Nullable Throwable error) {
        taskEnded(component, last, error);
    }

    /** A task that began at a given time has ended. */
    public void taskEnded(int component, long beganNanos, @Nullable Throwable error) {
        last = System.nanoTime();
        recorder.recordService(component, last - beganNanos, heard);
        if (observe((to, at, nanos, outcome, thrown) -> to.taskStopped(at, thrown), component, null, error)) {
            last = System.nanoTime();
        }
    }

    /**
     * The event is about to wait in a slot. It leaves its stage by that, unless the slot is where the stage begins.
     *
     * @param slot index of the component for which it waits
     * @param inItsSlot whether it waits in that component's own slot
     * @param roomAwaited whether the thread had to wait for room after the last task
     * @return how long the event was in the stage that it leaves, or -1 if it leaves none
     */
    public long waitStarts(int slot, boolean inItsSlot, boolean roomAwaited) {
        if (roomAwaited) {
            last = System.nanoTime();
        }
        queued = last;
        left = !inItsSlot || slot != stage;
        observe((to, at, nanos, outcome, error) -> to.waitStarted(at), slot, null, null);
        return left ? last - arrived : -1;
    }

    /** The slot rejected the event, which therefore is still in its stage. */
    public void rejected(int slot) {
        left = false;
        observe((to, at, nanos, outcome, error) -> to.waitStopped(at), slot, null, null);
    }

    /** Returns whether the listener receives the measurements of this event. */
    public boolean isHeard() {
        return heard;
    }

    /** Returns the index of the first component of the present stage. */
    public int stage() {
        return stage;
    }

    /** The event ended. */
    @SuppressWarnings("NullAway") // the outcome is passed
    public void stop(EventOutcome outcome, @Nullable Throwable error) {
        recorder.recordStage(stage, last - arrived, heard);
        recorder.recordEnd(outcome, last - entered, heard);
        observe((to, at, nanos, how, thrown) -> to.ended((EventOutcome) how, thrown), 0, outcome, error);
        observation = null;
    }
}
