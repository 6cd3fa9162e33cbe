package io.concor.engine;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Admission control: an event that gets a context is inside the flow. This is the only place where a flow makes foreign
 * threads wait.
 */
final class AdmissionGate {

    private enum State {
        OPEN,
        /** Admits no event for a moment. Waiting threads continue to wait. */
        PAUSED,
        /** Admits no event. No thread waits. */
        CLOSED
    }

    private static final VarHandle WAITING = FieldHandle.of(MethodHandles.lookup(), "waiting", int.class);
    private static final VarHandle STATE = FieldHandle.of(MethodHandles.lookup(), "state", State.class);
    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final ContextPool contexts;
    /** How many contexts have to be free before a release wakes a waiting thread. */
    private final int worthWaking;

    private final LongAdder refused = new LongAdder();
    private final Queue<Thread> queue = new ConcurrentLinkedQueue<>();
    private volatile int waiting;
    private volatile State state = State.OPEN;

    AdmissionGate(ContextPool contexts) {
        this.contexts = contexts;
        this.worthWaking = Math.max(1, contexts.size() / 4);
    }

    /** Returns a context, or null if none is free now. */
    @Nullable
    Context tryAdmit() {
        Context context = attempt();
        if (context == null) {
            refused.increment();
        }
        return context;
    }

    /**
     * Returns a context as soon as one is free.
     *
     * @param own the threads that must not wait; asked only if no context is free now
     * @return null if the gate is closed, or the calling thread was interrupted or must not wait
     */
    @Nullable
    Context admit(FlowThreads own) {
        Context context = attempt();
        if (context == null && !own.isWorking()) {
            context = await(own);
        }
        if (context == null) {
            refused.increment();
        }
        return context;
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

    private @Nullable Context await(FlowThreads own) {
        WAITING.getAndAdd(this, 1);
        try {
            return parkUntilAdmitted(Thread.currentThread(), own);
        } finally {
            WAITING.getAndAdd(this, -1);
            queue.remove(Thread.currentThread());
            // Further contexts may be free, or a wake-up may have come too late for this thread.
            wakeOne();
        }
    }

    /** Asks whether the thread runs an event only after it has waited in vain once: that reads all contexts. */
    private @Nullable Context parkUntilAdmitted(Thread self, FlowThreads own) {
        for (int inVain = 0; true; inVain++) {
            queue.add(self);
            VarHandle.fullFence(); // shows itself, then looks for a context; release() does both in reverse
            Context context = attempt();
            if (context != null || isClosed() || self.isInterrupted() || (inVain == 1 && own.isRunningEvent())) {
                return context;
            }
            LockSupport.parkNanos(this, POLL_NANOS * waiting);
            queue.remove(self);
        }
    }

    /**
     * Returns a context. A waiting thread is woken when a quarter of the contexts is free: it then admits many events
     * at once and does not contend with completing threads for each. Below that, all waiting threads together look once
     * in a millisecond, and each that gets in wakes the next.
     */
    void release(Context context) {
        contexts.give(context);
        if (waiting > 0 && contexts.free() >= worthWaking) {
            wakeOne();
        }
    }

    private void wakeOne() {
        if (state != State.PAUSED && (contexts.free() > 0 || isClosed())) {
            LockSupport.unpark(queue.poll());
        }
    }

    void open() {
        state = State.OPEN;
        wakeAll();
    }

    void close() {
        state = State.CLOSED;
        VarHandle.fullFence(); // a count of the events inside after this includes all that found the gate open
        wakeAll();
    }

    boolean isClosed() {
        return state == State.CLOSED;
    }

    /** Admits no event for a moment, unless the gate is closed anyway. */
    void pause() {
        STATE.compareAndSet(this, State.OPEN, State.PAUSED);
    }

    /** Ends a pause. */
    void resume() {
        if (STATE.compareAndSet(this, State.PAUSED, State.OPEN)) {
            wakeAll();
        }
    }

    private void wakeAll() {
        for (Thread thread = queue.poll(); thread != null; thread = queue.poll()) {
            LockSupport.unpark(thread);
        }
    }

    /** Returns the contexts of all events, those inside and free ones. */
    ContextPool contexts() {
        return contexts;
    }

    long refused() {
        return refused.sum();
    }
}
