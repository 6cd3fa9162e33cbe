package io.concor.engine.event;

import io.concor.ThreadLocalCarrier;
import io.concor.Transaction;
import io.concor.engine.measure.EventStopwatch;
import io.concor.engine.measure.FlowRecorder;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * The reusable envelope of one event. One thread owns it at a time, and only the owner accesses its fields. Ownership
 * passes through a queue, a {@link PendingTransition} or the {@link ContextPool}, which order the accesses. Any
 * thread may read the pending transition, the component, the awaited result and the counter, and mark the event as given up.
 */
public final class Context extends EventState {

    /** The event resumes with the component of the slot in which it waits. */
    private static final int AT_ITS_SLOT = -1;

    private static final VarHandle RESULT = FieldHandle.of(MethodHandles.lookup(), "result", EventFuture.class);
    private static final VarHandle TRANSITION =
            FieldHandle.of(MethodHandles.lookup(), "transition", PendingTransition.class);
    private static final VarHandle COMPLETED = FieldHandle.of(MethodHandles.lookup(), "completed", long.class);

    /** The position of this context among all contexts of the flow. */
    public final int index;
    /** The index of the lane of the event at the last keyed component that it came to. */
    public int laneIndex;
    /** The index of that component, or {@link #NOWHERE}. */
    private int laneChosenAt = NOWHERE;

    /** The future of the caller that awaits the result, or null. */
    public @Nullable EventFuture result;
    /** The event's thread-locals while no thread holds them, or null for none. */
    public @Nullable Object carried;
    /** The carrier that captured them. */
    public ThreadLocalCarrier carriedBy = ThreadLocalCarrier.NONE;
    /** The transaction in which the event's tasks run, or null. */
    public @Nullable Transaction transaction;
    /** When the event entered, by the flow's {@link CoarseClock}. */
    public long enteredNanos;
    /** Whether the event is measured. */
    public boolean sampled;
    /** What the event has with it on its way from a store of waiting events, or to one; null for most. */
    private @Nullable Passage passage;

    private @Nullable EventStopwatch stopwatch;
    private int resumeAt = AT_ITS_SLOT;
    private boolean needsSlowPath;
    /** Whether a caller gave up, that of this event or of an earlier one: see {@link EventFuture}. */
    private volatile boolean marked;

    @SuppressWarnings("unused") // by TRANSITION
    private @Nullable PendingTransition transition;

    private long completed;

    /** @param keepsMessages whether a recovery task, another attempt or a dead letter may need the message that failed */
    Context(int index, boolean keepsMessages) {
        super(keepsMessages);
        this.index = index;
    }

    /** Starts a new event. Fields that keep their value are not written, because other processors cache them. */
    public void begin(@Nullable Object event, @Nullable EventFuture result, long enteredNanos) {
        this.value = event;
        if (result != null) {
            this.result = result;
        }
        if (this.enteredNanos != enteredNanos) {
            this.enteredNanos = enteredNanos;
        }
    }

    /** The event comes from a store, or is on its way to one. */
    public void passage(Passage next) {
        passage = next;
        unusual = true;
    }

    /** Returns what the event has with it from or for a store, or null. */
    public @Nullable Passage passage() {
        return passage;
    }

    /** Whether the event comes from a store, and so has a reserved context. One read for most events. */
    public boolean isFromStore() {
        return unusual && passage != null && passage.isFromStore();
    }

    /** An attempt of a stored event is undone: the event is as it was when it came from its store. */
    public void restart() {
        Passage kept = passage;
        value = null;
        carried = null;
        clearUnusual();
        forgetOwn();
        if (kept != null) {
            kept.restart();
            passage(kept);
        }
    }

    void sampled(boolean next) {
        if (sampled != next) {
            sampled = next;
        }
    }

    /** Starts to measure a sampled event. */
    public void measure(FlowRecorder recorder) {
        if (stopwatch == null) {
            stopwatch = new EventStopwatch(recorder);
        }
        stopwatch.start();
    }

    /** Returns the measurement of a sampled event. */
    public EventStopwatch stopwatch() {
        if (stopwatch == null) {
            throw new IllegalStateException("the event is not sampled");
        }
        return stopwatch;
    }

    /** Whether the lane of the event was chosen for a component. */
    public boolean hasLaneFor(int component) {
        return laneChosenAt == component;
    }

    /** Returns the index of the component for which the lane of the event was chosen last, or {@link #NOWHERE}. */
    public int laneComponent() {
        return laneChosenAt;
    }

    /** The lane of the event is about to be chosen for a component. */
    public void laneChosenFor(int component) {
        laneChosenAt = component;
        unusual = true;
    }

    /** The event is about to wait in a ring for a component: that of the ring's own slot, or a later one. */
    public void enqueue(int component, boolean inItsSlot) {
        int next = inItsSlot ? AT_ITS_SLOT : component;
        if (next != resumeAt) {
            resumeAt = next;
        }
        boolean more = next != AT_ITS_SLOT
                || sampled
                || error != null
                || carried != null
                || transaction != null
                || passage != null;
        if (more != needsSlowPath) {
            needsSlowPath = more;
        }
    }

    /** Whether the event needs more than its tasks to run. Valid while it waits in a ring; one read instead of five. */
    public boolean needsSlowPath() {
        return needsSlowPath;
    }

    /** Returns the index of the component with which the event resumes after the ring of a slot. */
    public int resumeAt(int slot) {
        return resumeAt == AT_ITS_SLOT ? slot : resumeAt;
    }

    /**
     * Returns the future of the caller that awaits the result, or null. Any thread may call it: a future completes only
     * once, so a late reader does no harm.
     */
    public @Nullable EventFuture awaited() {
        return (EventFuture) RESULT.getOpaque(this);
    }

    /** A caller gave up, most likely that of this event. Any thread may call it. */
    void mark() {
        marked = true;
    }

    /** Whether the caller of this event may have given up. Any thread may call it; one read, for the path of an event. */
    public boolean isMarked() {
        return marked;
    }

    /** Whether the caller of this event has given up. Only the event's owner, or whoever has its pending transition. */
    public boolean isGivenUp() {
        EventFuture awaited = awaited();
        return awaited != null && awaited.isGivenUp();
    }

    /** Whether the caller of this event has given up. Clears the mark of an earlier event. */
    public boolean checkMark() {
        if (!marked) {
            return false;
        }
        marked = false; // before the future is read: EventFuture
        return isGivenUp();
    }

    /** Counts an event that ended with a value. The owner is the only writer, so threads do not contend. */
    public void countCompleted() {
        COMPLETED.setOpaque(this, completed + 1);
    }

    /** Returns how many events with this context ended with a value. Any thread may call it. */
    long completed() {
        return (long) COMPLETED.getOpaque(this);
    }

    public void clear() {
        value = null;
        if (unusual) {
            clearUnusual();
        }
        forgetOwn();
        if (result != null) {
            result = null;
        }
        if (component() != NOWHERE) {
            at(NOWHERE);
        }
    }

    private void clearUnusual() {
        laneChosenAt = NOWHERE;
        passage = null;
        clearFailure();
        unusual = false;
    }

    /** A flow does not end threads that do not belong to it. */
    @Override
    public void threadIsUnclean() {}

    /**
     * Counts the event at the component that has it, unless a worker runs it or it waits in a slot. Any thread.
     *
     * @param outside the events that run on threads that are no workers
     * @param pending the events in a transition whose task has returned, and those that wait to be tried again
     */
    public void locate(int[] outside, int[] pending) {
        PendingTransition present = transition();
        int component = component();
        if (present != null && present.isAway()) {
            pending[present.component()]++;
        } else if (present == null && component != NOWHERE) {
            outside[component]++;
        }
    }

    public void transition(@Nullable PendingTransition next) {
        TRANSITION.setRelease(this, next);
    }

    /** Returns the transition that has the event, or null. Any thread may call it. */
    public @Nullable PendingTransition transition() {
        return (PendingTransition) TRANSITION.getAcquire(this);
    }
}
