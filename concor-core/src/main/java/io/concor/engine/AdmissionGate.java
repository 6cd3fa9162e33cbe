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
 * Where events are admitted: who gets a context is inside. The only place where a flow keeps threads waiting that are
 * not its own.
 */
final class AdmissionGate {

    /** Whether the door lets anybody in. */
    private enum State {
        OPEN,
        /** Nobody gets in for a moment; those who wait may go on waiting. */
        PAUSED,
        /** Nobody gets in, and nobody shall wait. */
        CLOSED
    }

    private static final VarHandle WAITING = FieldHandle.of(MethodHandles.lookup(), "waiting", int.class);
    private static final VarHandle STATE = FieldHandle.of(MethodHandles.lookup(), "state", State.class);
    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final ContextPool contexts;
    /** How many contexts are to be free before one who waits is woken. */
    private final int worthWaking;

    private final LongAdder refused = new LongAdder();
    private final Queue<Thread> queue = new ConcurrentLinkedQueue<>();
    private volatile int waiting;
    private volatile State state = State.OPEN;

    AdmissionGate(ContextPool contexts) {
        this.contexts = contexts;
        this.worthWaking = Math.max(1, contexts.size() / 4);
    }

    /** A context, or null where there is none at once. */
    @Nullable
    Context tryEnter() {
        Context context = attempt();
        if (context == null) {
            refused.increment();
        }
        return context;
    }

    /**
     * A context, as soon as there is one.
     *
     * @param own the threads that are not kept waiting; asked only where there is none at once
     * @return null when the door is closed, the thread was interrupted, or it must not wait
     */
    @Nullable
    Context enter(FlowThreads own) {
        Context context = attempt();
        if (context == null && !own.working()) {
            context = await(own);
        }
        if (context == null) {
            refused.increment();
        }
        return context;
    }

    /**
     * The context is taken first and the door looked at then; who shuts the door does so first and counts those inside
     * then. So nobody slips in unseen. The look before only keeps those who knock at a shut door from counting as
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
            // Where there is room for one there often is for more; and a wake-up may have come too late for this
            // thread.
            wakeOne();
        }
    }

    /** Whether the thread carries an event is asked when it has waited in vain once: that takes a look at all of them. */
    private @Nullable Context parkUntilAdmitted(Thread self, FlowThreads own) {
        for (int inVain = 0; true; inVain++) {
            queue.add(self);
            VarHandle.fullFence(); // shows itself before it looks, as release() gives before it looks who waits
            Context context = attempt();
            if (context != null || closed() || self.isInterrupted() || (inVain == 1 && own.carrying())) {
                return context;
            }
            LockSupport.parkNanos(this, POLL_NANOS * waiting);
            queue.remove(self);
        }
    }

    /**
     * Gives a context back. One who waits is woken when a good number is free, so that it enters with many events at
     * once and does not contend with the threads at the exit for each single one. Where so many never get free, those
     * who wait find what there is by themselves: all of them together look once in a millisecond, and who gets in wakes
     * the next.
     */
    void release(Context context) {
        contexts.give(context);
        if (waiting > 0 && contexts.free() >= worthWaking) {
            wakeOne();
        }
    }

    private void wakeOne() {
        if (state != State.PAUSED && (contexts.free() > 0 || closed())) {
            LockSupport.unpark(queue.poll());
        }
    }

    void open() {
        state = State.OPEN;
        wakeAll();
    }

    void close() {
        state = State.CLOSED;
        VarHandle.fullFence(); // who counts those inside from now on sees everybody who found the door open
        wakeAll();
    }

    boolean closed() {
        return state == State.CLOSED;
    }

    /** Lets nobody in for a moment, unless the door is closed anyway. */
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

    /** The envelopes of all events, those inside and those that are free. */
    ContextPool contexts() {
        return contexts;
    }

    long refused() {
        return refused.sum();
    }
}
