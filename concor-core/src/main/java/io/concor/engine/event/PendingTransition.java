package io.concor.engine.event;

import io.concor.Continuation;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Holds an event while a transition task has it, or until it is tried again. Each crossing has an object of its own, so a late call never reaches
 * an event that reuses the context.
 *
 * <p>The event resumes when the task has returned <em>and</em> its continuation was called, on the thread that did the
 * later of the two. So everything the task did on its thread precedes the next task, and a call from within the task
 * does not nest.
 *
 * <pre>
 *            called            answered
 * CROSSING ─────────→ CALLED ───────────→ ANSWERED   (the crossing thread resumes)
 *    │ returned         │ returned
 *    ↓                  ↓
 *   AWAY ───────────→ TAKEN                          (the calling thread resumes)
 *    │    called
 *    │ timed out or given up
 *    ↓
 *  ENDED                                             (the thread that found it resumes)
 * </pre>
 *
 * <p>Actions for the end of the event are a linked list. The thread that ends the event exchanges it for {@link
 * EndActions#OVER} after the state has become {@code ENDED}. An action added before that exchange runs there; a thread
 * that finds {@code OVER} runs its action itself. So each action runs once.
 */
public final class PendingTransition implements Continuation<@Nullable Object> {

    private enum State {
        /** The task is running; its continuation was not called. */
        CROSSING,
        /** The task is running; a thread is about to write the answer. */
        CALLED,
        /** The task is running; the answer is written. */
        ANSWERED,
        /** The task has returned; its continuation was not called. */
        AWAY,
        /** The task has returned; the event belongs to the thread that called the continuation. */
        TAKEN,
        /** The task has returned; the event belongs to the thread that found it timed out. */
        ENDED
    }

    private static final VarHandle STATE = FieldHandle.of(MethodHandles.lookup(), "state", State.class);
    private static final VarHandle END_ACTIONS = FieldHandle.of(MethodHandles.lookup(), "endActions", EndActions.class);

    /** Goes on with an event that was held, on the calling thread. */
    public interface Resumption {

        /** The continuation was called after the task had returned, or another attempt is due. */
        void resume(Context context, PendingTransition transition);

        /** The event timed out, or its caller gave up. */
        void resumeExpired(Context context, PendingTransition transition);
    }

    private final TransitionReports reports;
    private final Context context;
    private final int component;
    private final long enteredNanos;
    private final long startedNanos;
    /** Whether the event waits for another attempt, and not for the continuation of a transition task. */
    private final boolean postponed;
    /** When the next attempt is due, by the flow's time, if the event waits for one. */
    private final long dueNanos;
    /** Written before the state becomes {@code AWAY} or {@code TAKEN}, and read afterwards. */
    private @Nullable Resumption resumption;

    private volatile State state = State.CROSSING;
    private volatile @Nullable EndActions endActions;

    private PendingTransition(
            TransitionReports reports, Context context, int component, boolean postponed, long dueNanos) {
        this.postponed = postponed;
        this.dueNanos = dueNanos;
        this.reports = reports;
        this.context = context;
        this.component = component;
        this.enteredNanos = context.enteredNanos;
        this.startedNanos = context.sampled ? context.stopwatch().lastNanos() : 0;
    }

    /** Returns a new transition, or null if there is no memory for one; then the event has failed with that error. */
    public static @Nullable PendingTransition of(TransitionReports reports, Context context, int component) {
        try {
            return new PendingTransition(reports, context, component, false, 0);
        } catch (OutOfMemoryError noMemory) {
            context.fail(component, noMemory);
            return null;
        }
    }

    /**
     * Returns what holds an event that no task has, until it is {@linkplain #release released}.
     *
     * @param component where the event goes on
     * @param dueNanos when it is to be released at the earliest
     */
    public static PendingTransition postponed(
            TransitionReports reports, Context context, int component, long dueNanos) {
        return new PendingTransition(reports, context, component, true, dueNanos);
    }

    /** Lets a postponed event go on, on the calling thread. Returns false if it has gone on or ended before. */
    public boolean release() {
        boolean released = move(State.AWAY, State.TAKEN);
        if (released) {
            resumption().resume(context, this);
        }
        return released;
    }

    /** Returns after what time a postponed event is due; 0 or less if it is due, or waits for a transition task. */
    public long dueAfter(long nanos) {
        return postponed ? dueNanos - nanos : 0;
    }

    @Override
    public void continuing(Supplier<?> value) {
        if (!isFirstCall()) {
            return;
        }
        try {
            context.answer(value.get());
        } catch (Throwable thrown) {
            context.fail(component, thrown);
        }
        answer();
    }

    @Override
    public void onError(Supplier<? extends Throwable> error) {
        if (!isFirstCall()) {
            return;
        }
        try {
            context.fail(component, notNull(error.get()));
        } catch (Throwable thrown) {
            context.fail(component, thrown);
        }
        answer();
    }

    @Override
    public void complete(@Nullable Object value) {
        if (isFirstCall()) {
            context.answer(value);
            answer();
        }
    }

    @Override
    public void fail(Throwable error) {
        if (isFirstCall()) {
            context.fail(component, notNull(error));
            answer();
        }
    }

    /** The task has thrown. If its continuation was called before, no event has the error, and it is reported. */
    public void failTask(Throwable thrown) {
        if (move(State.CROSSING, State.CALLED)) {
            context.fail(component, thrown);
            answer();
        } else {
            reports.lateError(component, thrown);
        }
    }

    private static Throwable notNull(@Nullable Throwable error) {
        return error == null ? new NullPointerException("the continuation was called with a null error") : error;
    }

    /** The event timed out, or its caller gave up. Does nothing if the task still runs, or the continuation was called first. */
    public void expire() {
        if (move(State.AWAY, State.ENDED)) {
            resumption().resumeExpired(context, this);
        }
    }

    /** The event has ended in the transition. Runs the actions registered for that. */
    public void runEndActions() {
        runEndActions((EndActions) END_ACTIONS.getAndSet(this, EndActions.OVER));
    }

    @Override
    public boolean ended() {
        return state == State.ENDED;
    }

    @Override
    public void onEnd(Runnable action) {
        Objects.requireNonNull(action, "the action for the end of an event is null");
        EndActions present = endActions;
        while (present != EndActions.OVER
                && !END_ACTIONS.compareAndSet(this, present, new EndActions(action, present))) {
            present = endActions;
        }
        if (present == EndActions.OVER) {
            runEndActions(new EndActions(action, null));
        }
    }

    private void runEndActions(@Nullable EndActions actions) {
        if (actions != null) {
            actions.run(reports, component);
        }
    }

    private boolean isFirstCall() {
        boolean first = move(State.CROSSING, State.CALLED) || move(State.AWAY, State.TAKEN);
        if (!first) {
            reports.continuationIgnored();
        }
        return first;
    }

    private void answer() {
        if (!move(State.CALLED, State.ANSWERED)) {
            resumption().resume(context, this);
        }
    }

    private Resumption resumption() {
        return Objects.requireNonNull(resumption);
    }

    /** Whether the event can resume on the crossing thread, which asks when the task has returned. */
    public boolean isAnswered() {
        return state == State.ANSWERED;
    }

    /**
     * The crossing thread gives the event up.
     *
     * @param later goes on with the event when it comes back
     * @return false if it cannot, because the event was answered
     */
    public boolean letGo(Resumption later) {
        resumption = later;
        return move(State.CROSSING, State.AWAY) || move(State.CALLED, State.TAKEN);
    }

    private boolean move(State from, State to) {
        return STATE.compareAndSet(this, from, to);
    }

    /** Whether the task has returned and its continuation was not called. */
    public boolean isAway() {
        return state == State.AWAY;
    }

    /** Returns the index of the transition's component. */
    public int component() {
        return component;
    }

    /** Returns when the task began, if the event is sampled. */
    public long startedNanos() {
        return startedNanos;
    }

    /** Returns when the event entered the flow, by the flow's {@link CoarseClock}. */
    public long enteredNanos() {
        return enteredNanos;
    }

    /**
     * The actions registered for the end of an event, the last one first. Immutable.
     *
     * @param last the action registered last
     * @param before the actions registered before it, or null for none
     */
    private record EndActions(Runnable last, @Nullable EndActions before) {

        /** Replaces the actions when the event has ended. */
        static final EndActions OVER = new EndActions(() -> {}, null);

        /**
         * Runs the actions, the last one first. Allocates nothing, because memory may be short.
         *
         * @param reports receives what an action throws
         * @param component the index of the transition's component
         */
        void run(TransitionReports reports, int component) {
            for (EndActions actions = this; actions != null; actions = actions.before) {
                try {
                    actions.last.run();
                } catch (Throwable failure) {
                    reports.endActionFailed(component, failure);
                }
            }
        }
    }
}
