package io.concor;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Holds the event while a transition task has it. Made anew for each crossing, so that a late call can never reach an
 * event that uses the same context later: whoever takes the context out of the ticket decides, all others find it empty.
 *
 * <p>A call on the crossing thread from within the task is not carried on at once but when the task has returned, so that
 * the thread does not nest.
 */
final class Ticket implements Continuation<@Nullable Object> {

    private final Chain chain;
    private final int component;
    private final long entered;
    private final long startedNanos;
    private final Thread crossing = Thread.currentThread();
    private final AtomicReference<@Nullable Context> held;

    private final AtomicBoolean rescued = new AtomicBoolean();

    /** Both are used by the crossing thread only. */
    private boolean returned;

    private boolean cameBack;

    Ticket(Chain chain, Context context, int component) {
        this.chain = chain;
        this.component = component;
        this.entered = context.entered;
        this.startedNanos = context.sampled ? context.trace().last() : 0;
        this.held = new AtomicReference<>(context);
    }

    @Override
    public void continuing(Supplier<?> value) {
        Context context = decide();
        if (context == null) {
            return;
        }
        try {
            context.value = value.get();
        } catch (Throwable thrown) {
            context.fail(thrown);
        }
        goOn(context);
    }

    @Override
    public void onError(Supplier<? extends Throwable> error) {
        Context context = decide();
        if (context == null) {
            return;
        }
        try {
            context.fail(notNull(error.get()));
        } catch (Throwable thrown) {
            context.fail(thrown);
        }
        goOn(context);
    }

    @Override
    public void complete(@Nullable Object value) {
        Context context = decide();
        if (context != null) {
            context.value = value;
            goOn(context);
        }
    }

    @Override
    public void fail(Throwable error) {
        Context context = decide();
        if (context != null) {
            context.fail(notNull(error));
            goOn(context);
        }
    }

    private static Throwable notNull(@Nullable Throwable error) {
        return error == null ? new NullPointerException("the continuation was called with a null error") : error;
    }

    /** The task itself threw; counts like a call. */
    void thrown(Throwable error) {
        fail(error);
    }

    /** The event's time is over; does nothing when the continuation was called before. */
    void expire() {
        Context context = held.getAndSet(null);
        if (context != null) {
            chain.expire(context, component);
            goOn(context);
        }
    }

    private @Nullable Context decide() {
        Context context = held.getAndSet(null);
        if (context == null) {
            chain.ignoredContinuation();
        }
        return context;
    }

    private void goOn(Context context) {
        chain.back(context, component, startedNanos);
        if (Thread.currentThread() == crossing && !returned) {
            cameBack = true;
        } else {
            chain.arrive(context, component + 1);
        }
    }

    /** The task has returned; true when the event is with the crossing thread again. */
    boolean cameBack() {
        returned = true;
        return cameBack;
    }

    /** Whether this is the first call. */
    boolean markRescued() {
        return rescued.compareAndSet(false, true);
    }

    boolean pending() {
        return held.get() != null;
    }

    long entered() {
        return entered;
    }
}
