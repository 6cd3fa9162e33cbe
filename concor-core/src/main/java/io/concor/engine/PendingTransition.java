package io.concor.engine;

import io.concor.Continuation;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Holds the event while a transition task has it. Made anew for each crossing, so that a late call can never reach an
 * event that uses the same context later.
 *
 * <p>The event goes on when the task has returned <em>and</em> its continuation was called, on the thread that did the
 * later of the two. So what the task did on its own thread is done when the next task is run, and a call from within
 * the task does not nest.
 *
 * <pre>
 *            called            answered
 * CROSSING ─────────→ CALLED ───────────→ ANSWERED   (the crossing thread goes on)
 *    │ returned         │ returned
 *    ↓                  ↓
 *   AWAY ───────────→ TAKEN                          (the calling thread goes on)
 *         called, or over its time
 * </pre>
 */
final class PendingTransition implements Continuation<@Nullable Object> {

    private enum State {
        /** The task is running; nobody has called. */
        CROSSING,
        /** The task is running; somebody is about to write down what the event goes on with. */
        CALLED,
        /** The task is running; what the event goes on with is written down. */
        ANSWERED,
        /** The task has returned; nobody has called. */
        AWAY,
        /** The task has returned, and the event belongs to the thread that called. */
        TAKEN
    }

    private static final VarHandle STATE = FieldHandle.of(MethodHandles.lookup(), "state", State.class);

    private final EventRunner chain;
    private final Context context;
    private final int component;
    private final long entered;
    private final long startedNanos;
    private volatile State state = State.CROSSING;

    private PendingTransition(EventRunner chain, Context context, int component) {
        this.chain = chain;
        this.context = context;
        this.component = component;
        this.entered = context.entered;
        this.startedNanos = context.sampled ? context.trace().last() : 0;
    }

    /** A ticket, or null where there is no memory for one, with which the event has failed. */
    static @Nullable PendingTransition of(EventRunner chain, Context context, int component) {
        try {
            return new PendingTransition(chain, context, component);
        } catch (OutOfMemoryError noMemory) {
            context.fail(noMemory);
            return null;
        }
    }

    @Override
    public void continuing(Supplier<?> value) {
        if (!decides()) {
            return;
        }
        try {
            context.value = value.get();
        } catch (Throwable thrown) {
            context.fail(thrown);
        }
        goOn();
    }

    @Override
    public void onError(Supplier<? extends Throwable> error) {
        if (!decides()) {
            return;
        }
        try {
            context.fail(notNull(error.get()));
        } catch (Throwable thrown) {
            context.fail(thrown);
        }
        goOn();
    }

    @Override
    public void complete(@Nullable Object value) {
        if (decides()) {
            context.value = value;
            goOn();
        }
    }

    @Override
    public void fail(Throwable error) {
        if (decides()) {
            context.fail(notNull(error));
            goOn();
        }
    }

    private static Throwable notNull(@Nullable Throwable error) {
        return error == null ? new NullPointerException("the continuation was called with a null error") : error;
    }

    /** The event's time is over. Does nothing where somebody else has the event: the task, or who called before. */
    void expire() {
        if (move(State.AWAY, State.TAKEN)) {
            chain.goOnExpired(context, this);
        }
    }

    /** Whether this call is the first one. */
    private boolean decides() {
        boolean first = move(State.CROSSING, State.CALLED) || move(State.AWAY, State.TAKEN);
        if (!first) {
            chain.ignoredContinuation();
        }
        return first;
    }

    private void goOn() {
        if (!move(State.CALLED, State.ANSWERED)) {
            chain.goOn(context, this);
        }
    }

    /** Whether the event can go on, on the crossing thread, which asks when the task has returned. */
    boolean answered() {
        return state == State.ANSWERED;
    }

    /**
     * The crossing thread gives the event out of its hands.
     *
     * @return false when it cannot: the event was answered
     */
    boolean letGo() {
        return move(State.CROSSING, State.AWAY) || move(State.CALLED, State.TAKEN);
    }

    private boolean move(State from, State to) {
        return STATE.compareAndSet(this, from, to);
    }

    /** Whether the task has returned and nobody has called. */
    boolean away() {
        return state == State.AWAY;
    }

    /** Index of the transition's component. */
    int component() {
        return component;
    }

    long startedNanos() {
        return startedNanos;
    }

    long entered() {
        return entered;
    }
}
