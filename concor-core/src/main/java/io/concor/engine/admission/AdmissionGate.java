package io.concor.engine.admission;

import io.concor.RefusedException;
import io.concor.RefusedException.Reason;
import io.concor.engine.event.CoarseClock;
import io.concor.engine.event.Context;
import io.concor.engine.event.ContextPool;
import io.concor.engine.event.FieldHandle;
import io.concor.layout.Refusals;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.LinkedList;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Admission control: an event that gets a context is inside the flow. This is the only place where a flow makes foreign
 * threads wait. They are admitted in order of arrival, and refused after the flow's timeout, or sooner if the caller waits
 * for less time, or for an event of another flow that times out sooner ({@link AdmissionWait}).
 *
 * <p>Free contexts are handed to waiting threads from the front of the queue, by whichever of them runs. Completing
 * threads do not hand over contexts, they only wake the first waiting thread: once as many contexts are free as make the
 * change of threads worth its cost. That number adapts to the load, and until it fits, the first waiting thread looks
 * once in a millisecond.
 */
public final class AdmissionGate {

    private enum State {
        OPEN,
        /** Admits no event for a moment. Waiting threads continue to wait. */
        PAUSED,
        /** Admits no event. No thread waits. */
        CLOSED
    }

    /** A waiting thread. */
    private static final class Waiter {

        private final Thread thread = Thread.currentThread();
        /** Set when the thread is admitted. */
        private volatile @Nullable Context context;
        /** Whether it has been the first in the queue; guarded by the queue. */
        private boolean first;

        void wake() {
            if (thread != Thread.currentThread()) {
                LockSupport.unpark(thread);
            }
        }
    }

    private static final VarHandle STATE = FieldHandle.of(MethodHandles.lookup(), "state", State.class);
    private static final VarHandle SLEEPER = FieldHandle.of(MethodHandles.lookup(), "sleeper", Thread.class);
    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final String flow;
    private final long timeoutNanos;
    private final ContextPool contexts;
    private final RefusalCounters refusals = new RefusalCounters();

    /** In order of arrival; guarded by itself. A linked list, because adding either succeeds or changes nothing. */
    private final Queue<Waiter> queue = new LinkedList<>();

    private volatile int waiting;
    private volatile State state = State.OPEN;
    /** The first waiting thread, unless it has been woken. */
    private volatile @Nullable Thread sleeper;
    /** How many contexts have to be free before a release wakes the first waiting thread. */
    private volatile int worthWaking;

    public AdmissionGate(String flow, Duration timeout, ContextPool contexts) {
        this.flow = flow;
        this.timeoutNanos = CoarseClock.nanos(timeout);
        this.contexts = contexts;
        this.worthWaking = mostWorthWaking();
    }

    private int mostWorthWaking() {
        return Math.max(1, contexts.admissible() / 4);
    }

    /** Returns how many threads wait. */
    public int waiting() {
        return waiting;
    }

    /** Returns a context, or null if none is free now, or other threads wait for one. */
    public @Nullable Context tryAdmit() {
        State before = state;
        Context context = waiting == 0 ? attempt() : null;
        if (context == null) {
            refusals.count(reason(before, Reason.FULL));
        }
        return context;
    }

    /**
     * Admits like {@link #tryAdmit()}.
     *
     * @throws RefusedException if no context is free now, or other threads wait for one
     */
    public Context admitNow() {
        State before = state;
        Context context = waiting == 0 ? attempt() : null;
        if (context == null) {
            throw refused(reason(before, Reason.FULL));
        }
        return context;
    }

    /** Admits like {@link #admit(BooleanSupplier, long)}, and waits at most for the flow's timeout. */
    public Context admit(BooleanSupplier mustNotWait) {
        return admit(mustNotWait, timeoutNanos);
    }

    /**
     * Returns a context as soon as one is free and all threads that arrived before have one.
     *
     * @param mustNotWait whether the flow needs the calling thread to proceed; asked only if it would have to wait
     * @param waitNanos the longest time to wait; the flow's timeout, if that is less
     * @throws RefusedException if the gate is closed, the time passes, or the thread is interrupted or must not wait
     */
    public Context admit(BooleanSupplier mustNotWait, long waitNanos) {
        Context context = waiting == 0 ? attempt() : null;
        return context == null ? admitLater(mustNotWait, waitNanos) : context;
    }

    private Context admitLater(BooleanSupplier mustNotWait, long waitNanos) {
        if (!mustNotWait.getAsBoolean()) {
            return await(Math.min(waitNanos, timeoutNanos));
        }
        State before = state;
        Context context = attempt();
        if (context == null) {
            throw refused(reason(before, Reason.OWN_THREAD));
        }
        return context;
    }

    /** Returns why an attempt failed: that the flow is full, unless the gate was shut before the attempt or is shut now. */
    private Reason reason(State before, Reason full) {
        return switch (before == State.OPEN ? state : before) {
            case OPEN -> full;
            case PAUSED -> Reason.CHANGING;
            case CLOSED -> Reason.STOPPED;
        };
    }

    /**
     * Takes a context first and then looks at the gate. A thread that shuts the gate does so first and then counts the
     * events inside, so no event enters unseen. The look before only keeps callers at a shut gate from counting as
     * events.
     */
    private @Nullable Context attempt() {
        if (state != State.OPEN) {
            return null;
        }
        Context context = contexts.take();
        if (context != null && state != State.OPEN) {
            release(context);
            return null;
        }
        return context;
    }

    private Context await(long waitNanos) {
        Waiter self = new Waiter();
        enqueue(self);
        Reason refusal = null;
        try {
            refusal = parkUntilAdmitted(self, waitNanos);
        } finally {
            leave(self);
        }
        Context context = self.context;
        if (context == null) {
            throw refused(refusal == null ? Reason.STOPPED : refusal);
        }
        return context;
    }

    private void enqueue(Waiter self) {
        synchronized (queue) {
            queue.add(self);
            waiting = queue.size();
        }
    }

    /** Returns why the thread is refused, or null if it is admitted. */
    private @Nullable Reason parkUntilAdmitted(Waiter self, long waitNanos) {
        AdmissionWait wait = new AdmissionWait(waitNanos);
        while (true) {
            boolean first = admitWaiting() == self;
            long left = wait.leftNanos();
            Reason refusal = refusal(left);
            if (self.context != null || refusal != null) {
                return refusal;
            }
            LockSupport.parkNanos(this, first ? Math.min(left, POLL_NANOS) : wait.parkNanos(left));
            if (first) {
                adapt();
            }
        }
    }

    private @Nullable Reason refusal(long nanosLeft) {
        if (isClosed()) {
            return Reason.STOPPED;
        }
        if (Thread.currentThread().isInterrupted()) {
            return Reason.INTERRUPTED;
        }
        return nanosLeft <= 0 ? reason(state, Reason.TIMEOUT) : null;
    }

    /** Hands free contexts to waiting threads. Returns the first that has to go on waiting, or null. */
    private @Nullable Waiter admitWaiting() {
        synchronized (queue) {
            Waiter next = queue.peek();
            while (next != null && admit(next)) {
                remove(next);
                next = queue.peek();
            }
            return next;
        }
    }

    /**
     * Shows the waiting thread, then looks for a context; {@link #release} does both in reverse. So no wake-up is lost. A
     * thread that becomes the first is woken, too: it begins to look for itself.
     */
    private boolean admit(Waiter next) {
        if (next.context == null) {
            sleeper = next.thread;
            next.context = attempt();
        }
        boolean admitted = next.context != null;
        if (admitted || !next.first) {
            next.first = true;
            next.wake();
        }
        return admitted;
    }

    private void leave(Waiter self) {
        if (self.context == null) {
            synchronized (queue) {
                remove(self);
            }
            admitWaiting();
        }
    }

    private void remove(Waiter waiter) {
        queue.remove(waiter);
        waiting = queue.size();
        sleeper = null;
    }

    /**
     * Called by the first waiting thread when it no longer parks. If a release did not wake it although contexts are
     * free, fewer of them are enough from now on. If many more are free than it took to wake it, more are required.
     */
    private void adapt() {
        int free = (int) contexts.free();
        int enough = worthWaking;
        if (sleeper == null && free >= 4 * enough) {
            worthWaking = Math.min(2 * enough, mostWorthWaking());
        } else if (sleeper != null && free > 0 && free < enough) {
            worthWaking = Math.max(1, free / 2);
        }
    }

    /** Returns a context, and wakes the first waiting thread if that is worth its cost. */
    public void release(Context context) {
        contexts.give(context);
        Thread first = sleeper;
        if (first != null && contexts.free() >= worthWaking && SLEEPER.compareAndSet(this, first, null)) {
            LockSupport.unpark(first);
        }
    }

    /** An event was refused before it came to this gate. */
    public void countRefusal(Reason reason) {
        refusals.count(reason);
    }

    private RefusedException refused(Reason reason) {
        refusals.count(reason);
        return new RefusedException(flow, reason);
    }

    public void open() {
        state = State.OPEN;
        admitWaiting();
    }

    public void close() {
        state = State.CLOSED;
        VarHandle.fullFence(); // a count of the events inside after this includes all that found the gate open
        synchronized (queue) {
            queue.forEach(Waiter::wake);
        }
    }

    boolean isClosed() {
        return state == State.CLOSED;
    }

    /** Admits no event for a moment, unless the gate is closed anyway. */
    public void pause() {
        STATE.compareAndSet(this, State.OPEN, State.PAUSED);
    }

    /** Ends a pause. */
    public void resume() {
        if (STATE.compareAndSet(this, State.PAUSED, State.OPEN)) {
            admitWaiting();
        }
    }

    /** Returns the contexts of all events, those inside and free ones. */
    public ContextPool contexts() {
        return contexts;
    }

    public Refusals refusals() {
        return refusals.read();
    }
}
