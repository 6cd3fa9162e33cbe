package io.concor.engine;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One thread of a pool: takes events from the ring and carries them through the stage. Between two events it looks at
 * what its pool wants of it.
 */
final class Worker extends ExecutionSite implements Runnable {

    /** What the others may see of a worker. */
    private enum State {
        /** Takes events, or looks for some. */
        RUNNING,
        /** Waits to be woken for an event. */
        PARKED,
        /** Takes no events until its pool is released. */
        HELD
    }

    private static final VarHandle STATE = FieldHandle.of(MethodHandles.lookup(), "state", State.class);
    private static final VarHandle HOLDING = FieldHandle.of(MethodHandles.lookup(), "holding", int.class);
    private static final int NOTHING = -1;
    /** The sign of a number that is not yet of a context at hand. */
    private static final int REACHING = Integer.MIN_VALUE;

    private final Pool pool;
    private final boolean alone;
    private volatile State state = State.RUNNING;
    private volatile boolean surplus;
    private volatile boolean ended;

    /** Index of the context at hand, or of the one that it reaches for, with that sign. */
    @SuppressWarnings("FieldMayBeFinal") // by HOLDING
    private int holding = NOTHING;

    private @Nullable Thread thread;

    /** Whether it has found nothing since a moment; its own thread only. */
    private boolean idle;

    private long idleSince;

    /**
     * @param alone whether no other thread takes from the ring
     */
    Worker(Pool pool, boolean alone) {
        this.pool = pool;
        this.alone = alone;
    }

    /** Those of some that have not ended. */
    static Worker[] living(Worker[] some) {
        return Stream.of(some).noneMatch(Worker::ended)
                ? some
                : Stream.of(some).filter(worker -> !worker.ended()).toArray(Worker[]::new);
    }

    /** Some and one more. */
    static Worker[] with(Worker[] some, Worker added) {
        return Stream.concat(Stream.of(some), Stream.of(added)).toArray(Worker[]::new);
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
            while (mayServe()) {
                if (pool.serve(this)) {
                    idle = false;
                } else {
                    pool.idle(this);
                }
            }
        } finally {
            end();
            Thread.interrupted(); // meant for the event, not for what is left to do here
            pool.replenish();
        }
    }

    /** Notes that it takes no event any more. Needs no memory, which may be what it ends for. */
    void end() {
        holdsNothing();
        ended = true;
    }

    boolean ended() {
        return ended;
    }

    /**
     * For how long it has found nothing, up to now; counted from the first call behind an event. Its own thread only.
     */
    long idleNanos(long now) {
        if (!idle) {
            idle = true;
            idleSince = now;
        }
        return now - idleSince;
    }

    private boolean mayServe() {
        return wantedHere() || standBy();
    }

    /** Whether it goes on taking events without looking further. */
    boolean wantedHere() {
        return pool.running() && !surplus;
    }

    /** It has handled its event. */
    void done() {
        holdsNothing();
        Thread.interrupted(); // an interrupt meant for one event must not hit the next
    }

    /**
     * Waits while the pool is held; false when it is time to end. That is asked on its own: a pool that is released,
     * and held again at once, may at no moment look like one that has ended.
     */
    private boolean standBy() {
        while (!surplus && !pool.mayTake()) {
            if (pool.finished()) {
                return false;
            }
            rest();
        }
        return !surplus;
    }

    private void rest() {
        while (pool.held() && !surplus) {
            state = State.HELD;
            while (pool.held() && !surplus) {
                LockSupport.park(pool);
                Thread.interrupted();
            }
            // The order matters: who holds the pool again either sees this worker running, or is seen by it.
            state = State.RUNNING;
        }
    }

    /** Whether no other thread takes from the ring. */
    boolean alone() {
        return alone;
    }

    Pool pool() {
        return pool;
    }

    /** Shows that it is about to take an event, which another may take before it. */
    void reachesFor(int context) {
        HOLDING.setRelease(this, context | REACHING);
    }

    /** Whether it is about to take the event in a context, if there is one; not one that had the context before. */
    boolean isReachingFor(int context) {
        return holding() == (context | REACHING);
    }

    /** Shows that it has an event, or is about to take one that nobody else can take. */
    void holds(int context) {
        HOLDING.setRelease(this, context);
    }

    void holdsNothing() {
        HOLDING.setRelease(this, NOTHING);
    }

    /** Index of the context at hand, or a negative number. Any thread. */
    int holding() {
        return (int) HOLDING.getAcquire(this);
    }

    /** Notes in the array of all contexts at which component the event at hand is. */
    void tell(int[] places) {
        int context = holding();
        if (context >= 0 && component() != NOWHERE) {
            places[context] = component();
        }
    }

    /** Whether it handles an event, or is about to. */
    boolean busy() {
        return holding() != NOTHING;
    }

    boolean isHeld() {
        return state == State.HELD;
    }

    /** Whether it takes no events, at least until its pool is released. */
    boolean atRest() {
        return isHeld() || ended;
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

    /** It takes no other event, but ends; its pool starts another in its place. */
    @Override
    void threadIsUnclean() {
        surplus = true;
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
