package io.concor.engine.pool;

import io.concor.engine.event.ExecutionSite;
import io.concor.engine.event.FieldHandle;
import io.concor.engine.event.PoolState;
import io.concor.engine.measure.SpentTime;
import io.concor.engine.measure.WorkerTime;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.BitSet;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One thread of a pool, and the event that it has. Its own thread changes it unless a method says otherwise. */
public class Worker extends ExecutionSite {

    private static final VarHandle EVENT = FieldHandle.of(MethodHandles.lookup(), "event", int.class);
    private static final int NONE = -1;

    private final PoolState state;
    private final boolean alone;
    private final WorkerTime time = new WorkerTime();
    /** Whether it takes no events until its pool resumes. */
    private volatile boolean suspended;
    /** Whether it waits to be woken for an event. Written by {@link IdleWorkers}, like the links to other such workers. */
    volatile boolean parked;

    @Nullable
    Worker above;

    @Nullable
    Worker below;

    private volatile boolean dismissed;
    private volatile boolean ended;

    /** Index of the context of the present event. */
    @SuppressWarnings("FieldMayBeFinal") // by EVENT
    private int event = NONE;

    private @Nullable Thread thread;

    /** Whether it counts as idle. Its own thread only, as the next. */
    private boolean idle;
    /** When it was first asked how long it has been idle, or 0. */
    private long idleSince;

    /**
     * @param alone whether no other thread takes from the queue
     */
    public Worker(PoolState state, boolean alone) {
        this.state = state;
        this.alone = alone;
    }

    /** Returns the same array, without allocation, if it has no such worker: memory may be short. */
    static Worker[] without(Worker[] some, Predicate<Worker> gone) {
        for (Worker worker : some) {
            if (gone.test(worker)) {
                return Stream.of(some).filter(gone.negate()).toArray(Worker[]::new);
            }
        }
        return some;
    }

    static Worker[] with(Worker[] some, Worker added) {
        return Stream.concat(Stream.of(some), Stream.of(added)).toArray(Worker[]::new);
    }

    /** Called once, before the thread starts. */
    void thread(Thread thread) {
        this.thread = thread;
    }

    public @Nullable Thread thread() {
        return thread;
    }

    /** Marks the worker as ended. Allocates nothing, because it may end for lack of memory. */
    void end() {
        clearEvent();
        time.idle();
        ended = true;
    }

    boolean hasEnded() {
        return ended;
    }

    /** It has found no event. Returns whether that is new. Its own thread only. */
    boolean startIdling() {
        boolean starts = !idle;
        idle = true;
        return starts;
    }

    /** It has an event, or ends. Returns whether that is new. Its own thread only. */
    boolean stopIdling() {
        boolean stops = idle;
        idle = false;
        idleSince = 0;
        return stops;
    }

    /** Returns for how long it has found no event, counted from the first call. Its own thread only. */
    long idleNanos() {
        long now = System.nanoTime();
        if (idleSince == 0) {
            idleSince = now;
        }
        return now - idleSince;
    }

    /** Whether it may take further events without looking closer what its pool wants. */
    public boolean mayTakeMore() {
        return state.isRunning() && !dismissed;
    }

    /** It has handled its event. */
    public void done() {
        clearEvent();
        Thread.interrupted(); // an interrupt meant for one event must not reach the next
    }

    /** Parks while the pool is suspended. */
    void parkWhileSuspended() {
        time.idle();
        while (state.isSuspended() && !dismissed) {
            suspended = true;
            while (state.isSuspended() && !dismissed) {
                LockSupport.park(state);
                Thread.interrupted();
            }
            // The order matters: a thread that suspends the pool again sees this worker running, or is seen by it.
            suspended = false;
        }
    }

    /** Whether no other thread takes from the queue. */
    public boolean isAlone() {
        return alone;
    }

    public PoolState state() {
        return state;
    }

    /** Returns how it spends its time, for its own thread. */
    public WorkerTime time() {
        return time;
    }

    /** Returns how it has spent its time until now. */
    SpentTime spent(long now) {
        return time.spent(now);
    }

    /** Shows that it has an event. */
    void hasEvent(int context) {
        EVENT.setRelease(this, context);
    }

    private void clearEvent() {
        EVENT.setRelease(this, NONE);
    }

    /**
     * Writes the component of its event, if it has one, at the index of the event's context. Any thread.
     *
     * @param left the indexes of the contexts that its events have left
     */
    public void locate(int[] componentOfContext, BitSet left) {
        int context = (int) EVENT.getAcquire(this);
        if (context != NONE && !left.get(context) && component() != NOWHERE) {
            componentOfContext[context] = component();
        }
    }

    /** Adds the indexes of the contexts of its events. Any thread. */
    public void collectEvents(BitSet events) {
        int context = (int) EVENT.getAcquire(this);
        if (context != NONE) {
            events.set(context);
        }
    }

    /** Returns the component that it runs, or {@link #NOWHERE}. Any thread. */
    int running() {
        return isBusy() ? component() : NOWHERE;
    }

    /** Whether it has an event. Any thread. */
    public boolean isBusy() {
        return (int) EVENT.getAcquire(this) != NONE;
    }

    /**
     * Whether it takes no event from a queue before it looks whether its pool is suspended: it has stopped, or it has an
     * event that it has taken.
     *
     * @param waits whether the event of a context is in the queue
     */
    public boolean takesNothing(IntPredicate waits) {
        int context = (int) EVENT.getAcquire(this);
        return isQuiescent() || (context != NONE && !waits.test(context));
    }

    boolean isSuspended() {
        return suspended;
    }

    /** Whether it takes no events, at least until its pool resumes. */
    public boolean isQuiescent() {
        return isSuspended() || ended;
    }

    boolean isParked() {
        return parked;
    }

    /** Lets it end after its present event. */
    void dismiss() {
        dismissed = true;
        wake();
    }

    /** It ends after its present event, and its pool starts another. */
    @Override
    public void threadIsUnclean() {
        dismissed = true;
    }

    public boolean isDismissed() {
        return dismissed;
    }

    void wake() {
        LockSupport.unpark(thread);
    }

    public void interrupt() {
        Thread running = thread;
        if (running != null) {
            running.interrupt();
        }
    }
}
