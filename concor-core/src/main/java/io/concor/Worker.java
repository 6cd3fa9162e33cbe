package io.concor;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One thread of a pool: takes events from the ring and carries them through the stage. Between two events it looks at
 * what its pool wants of it.
 */
final class Worker implements Runnable {

    /** What the others may see of a worker. */
    private enum State {
        /** Takes events, or looks for some. */
        RUNNING,
        /** Waits to be woken for an event. */
        PARKED,
        /** Takes no events until its pool is released. */
        HELD
    }

    private static final VarHandle STATE;
    private static final VarHandle BUSY;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            STATE = lookup.findVarHandle(Worker.class, "state", State.class);
            BUSY = lookup.findVarHandle(Worker.class, "busy", boolean.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    private final Pool pool;
    private volatile State state = State.RUNNING;
    private volatile boolean surplus;

    @SuppressWarnings("unused") // by BUSY
    private boolean busy;

    private @Nullable Thread thread;

    Worker(Pool pool) {
        this.pool = pool;
    }

    /** Called once, before the thread is started. */
    void thread(Thread thread) {
        this.thread = thread;
    }

    @Nullable
    Thread thread() {
        return thread;
    }

    @Override
    public void run() {
        try {
            int idleRounds = 0;
            while (mayServe()) {
                idleRounds = pool.serve(this) ? 0 : pool.idle(this, idleRounds);
            }
        } finally {
            pool.ended(this);
        }
    }

    private boolean mayServe() {
        return (pool.running() && !surplus) || standBy();
    }

    /** Waits while the pool is held; false when it is time to end. */
    private boolean standBy() {
        while (pool.held() && !surplus) {
            state = State.HELD;
            while (pool.held() && !surplus) {
                LockSupport.park(pool);
                Thread.interrupted();
            }
            // The order matters: who holds the pool again either sees this worker running, or is seen by it.
            state = State.RUNNING;
        }
        return !surplus && pool.mayTake();
    }

    void busy(boolean handling) {
        BUSY.setRelease(this, handling);
    }

    /** Whether it handles an event. */
    boolean busy() {
        return (boolean) BUSY.getAcquire(this);
    }

    boolean isHeld() {
        return state == State.HELD;
    }

    void park() {
        state = State.PARKED;
    }

    /** Whether this call was the one that ended the parking. */
    boolean unpark() {
        return state == State.PARKED && STATE.compareAndSet(this, State.PARKED, State.RUNNING);
    }

    boolean isParked() {
        return state == State.PARKED;
    }

    /** Tells it to end after the event that it handles. */
    void dismiss() {
        surplus = true;
        wake();
    }

    boolean dismissed() {
        return surplus;
    }

    void wake() {
        LockSupport.unpark(thread);
    }

    void interrupt() {
        Thread running = thread;
        if (running != null) {
            running.interrupt();
        }
    }
}
