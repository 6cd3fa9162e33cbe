package io.concor.engine.pool;

import io.concor.BatchSettings;
import io.concor.Flow;
import io.concor.JoinSettings;
import io.concor.engine.event.Context;
import io.concor.engine.event.FieldHandle;
import io.concor.engine.event.PoolState;
import io.concor.engine.event.PoolState.Mode;
import io.concor.engine.event.ReadyLanes;
import io.concor.engine.measure.SpentTime;
import io.concor.engine.thread.WorkerThreads;
import io.concor.engine.thread.WorkerThreads.PoolBounds;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The threads of a join, and what they are to do.
 *
 * <p>A suspended pool is {@linkplain #isQuiescent() quiescent} when all its workers have noticed. It then handles
 * nothing, and a thread that has seen it quiescent sees everything that its workers did.
 */
public final class Pool implements ReadyLanes.Server {

    private static final Logger logger = LoggerFactory.getLogger(Flow.class);
    static final long FOREVER = Long.MAX_VALUE;
    private static final VarHandle GROWING = FieldHandle.of(MethodHandles.lookup(), "growing", boolean.class);

    private final EventQueue queue;
    private final SlotWork work;
    private final IdleStrategy idleStrategy;
    private final boolean oneThreaded;
    /** Whether the number of threads follows the load. */
    private final boolean growable;

    private final IdleWorkers idleWorkers = new IdleWorkers();
    private final PoolWorkers workers;
    private final PoolState state;
    private volatile PoolBounds bounds;
    /** How its threads had spent their time when that was last asked. */
    private volatile SpentTime lastSpent = SpentTime.NONE;
    /** Whether a thread is starting threads. */
    private volatile boolean growing;
    /** Whether a further thread is wanted since then. */
    private volatile boolean growthWanted;
    /** Whether a missing thread could not be started, and that was logged. */
    private volatile boolean shortOfThreads;

    public Pool(EventQueue queue, SlotWork work, JoinSettings settings, WorkerThreads threads) {
        this.queue = queue;
        this.work = work;
        this.bounds = PoolBounds.of(settings);
        this.oneThreaded = settings.oneThreaded();
        this.growable = bounds.least() < bounds.most();
        this.idleStrategy = IdleStrategy.of(settings.waiting());
        PoolState common = new PoolState(queue::isDrained);
        boolean alone = oneThreaded;
        this.state = common;
        this.workers = new PoolWorkers(threads, () -> work.newWorker(common, alone));
    }

    /** Starts the threads, suspended. If one cannot be started, all end. */
    public void start() {
        try {
            startMissing();
        } catch (Throwable cannot) {
            retire();
            throw cannot;
        }
    }

    private void startMissing() {
        growing = true;
        try {
            boolean started = true;
            while (started) {
                started = workers.startIf(() -> workers.count() < bounds.least(), this::loop);
            }
        } finally {
            growing = false;
        }
    }

    private Runnable loop(Worker worker) {
        return new WorkerLoop(this, worker, idleStrategy);
    }

    public Stream<Worker> all() {
        return workers.all();
    }

    /** Whether a thread is one of its own. */
    public boolean owns(Thread thread) {
        return all().anyMatch(worker -> worker.thread() == thread);
    }

    /** Counts the components that its threads run, by their index. */
    public void countRunning(int[] running) {
        workers.countRunning(running);
    }

    public void resume() {
        enter(Mode.RUNNING);
    }

    void suspend() {
        enter(Mode.SUSPENDED);
    }

    /** Ends the workers when everything in the closed queue is taken. */
    public void drain() {
        enter(Mode.DRAINING);
    }

    public void retire() {
        enter(Mode.RETIRED);
    }

    private void enter(Mode next) {
        state.enter(next);
        workers.wakeAll();
    }

    @Override
    public PoolState state() {
        return state;
    }

    /** Whether all workers of a suspended or retired pool, dismissed ones too, have stopped between two events. */
    public boolean isQuiescent() {
        return workers.areQuiescent();
    }

    /**
     * Runs an action while the pool is suspended, whatever its state before. The caller holds the flow's lock.
     */
    public void whileSuspended(Runnable action) {
        Mode before = state.mode();
        enter(Mode.SUSPENDED);
        try {
            action.run();
        } finally {
            enter(before);
            signalIfEventsWait(); // a publisher may have started no thread meanwhile
        }
    }

    /** Forms batches in another way from now on, if it does. */
    void formBatches(BatchSettings settings) {
        work.formBatches(settings);
    }

    /** Lets no worker wait for further events of a batch. */
    public void endLingering() {
        work.endLingering();
        workers.wakeAll();
    }

    public EventQueue queue() {
        return queue;
    }

    /** Whether its workers take from a queue. */
    public boolean serves(Backlog some) {
        return queue == some;
    }

    /** Adopts bounds that are not lower and starts missing threads. */
    public void startThreads(JoinSettings settings) {
        bounds = PoolBounds.of(settings);
        startMissing();
    }

    /**
     * Adopts new bounds. Surplus workers end after their present event; missing threads are left to {@link #replenish},
     * so that this cannot fail.
     */
    public void adopt(JoinSettings settings) {
        bounds = PoolBounds.of(settings);
        workers.dismissDownTo(bounds.most());
        workers.wakeAll(); // parked workers read the new keep-alive time
        signalIfEventsWait();
    }

    /** Takes and handles the next event, and further ones. Returns whether there was one. */
    boolean serve(Worker worker) {
        return work.serve(this, worker);
    }

    /** Takes the next event for a worker, or returns null. A worker that sees another event wakes or starts the next. */
    public @Nullable Context take(Worker worker) {
        Context context = queue.take(worker);
        if (context == null) {
            return null;
        }
        worker.time().busy();
        if (!oneThreaded) {
            idleWorkers.remove(worker);
            if (idleWorkers.anyParked() || workers.count() < bounds.most()) {
                signalIfEventsWait();
            }
        }
        return context;
    }

    public void signalIfEventsWait() {
        if (!queue.isEmpty()) {
            signal();
        }
    }

    /** An event was put into the queue: wakes a parked worker, or starts one if no worker looks for events. */
    @Override
    public void signal() {
        if (idleWorkers.anyParked()) {
            idleWorkers.wakeOne();
        } else if (!oneThreaded && workers.count() < bounds.most() && !idleWorkers.any() && !queue.isEmpty()) {
            grow();
        }
    }

    /**
     * Starts one more thread. Does not wait for a thread that is starting some now: it starts this one as well, or looks
     * at the queue afterwards. Throws nothing: the event waits in the queue.
     */
    private void grow() {
        growthWanted = true;
        while (growthWanted && GROWING.compareAndSet(this, false, true)) {
            growthWanted = false;
            try {
                workers.startIf(() -> state.isRunning() && workers.count() < bounds.most(), this::loop);
            } catch (Throwable noThread) {
                // The present workers take the event, and the next tick tries again.
            } finally {
                growing = false; // not a call, for which the stack may have no room
            }
        }
    }

    /** A lane is ready that an event has held. If the queue is closed, the threads may have ended meanwhile. */
    @Override
    public void signalLate() {
        if (state.isDraining()) {
            replenish();
        } else {
            signal();
        }
    }

    /** Whether the number of threads follows the load. */
    boolean isGrowable() {
        return growable;
    }

    /** Returns how long a worker without events is needed at least, in nanoseconds, or {@link #FOREVER}. */
    long neededNanos(Worker worker) {
        return hasSurplus() ? bounds.keepAliveNanos() - worker.idleNanos() : FOREVER;
    }

    private boolean hasSurplus() {
        return workers.count() > bounds.least();
    }

    /** Dismisses a worker if there are more than needed. */
    void dismissIfSpare(Worker worker) {
        if (workers.dismissIf(worker, () -> state.isRunning() && hasSurplus() && !worker.isDismissed())) {
            idleWorkers.remove(worker);
            signalIfEventsWait(); // a publisher may have relied on this worker
        }
    }

    /** A worker has ended, asked or unasked. */
    void workerEnded(Worker worker) {
        idleWorkers.remove(worker);
        replaceMissing();
        signalAfterLoss();
    }

    /**
     * Starts threads that are missing, above all in place of those that ended unasked. If one cannot be started, the
     * next call tries again.
     */
    public void replenish() {
        queue.mend();
        if (!growing) { // all flows share the ticker's thread, which must not wait
            replaceMissing();
        }
        signalAfterLoss();
    }

    private void replaceMissing() {
        try {
            workers.forgetEnded();
            if (state.isSuspended() || state.mayTake()) {
                startMissing();
            }
            shortOfThreads = false;
        } catch (Throwable noThread) {
            if (!shortOfThreads) {
                shortOfThreads = true;
                logger.error(
                        "A thread of a pool ended and could not be replaced; Concor tries again at the next tick",
                        noThread);
            }
        }
    }

    /** Wakes also workers that were chosen by a thread that then overflowed its stack: they do not show as parked. */
    private void signalAfterLoss() {
        if (!queue.isEmpty()) {
            signal();
            Stream.of(workers.serving()).filter(worker -> !worker.isParked()).forEach(Worker::wake);
        }
    }

    /** Whether its threads have ended and none will start. */
    public boolean hasEnded() {
        return state.isFinished() && all().allMatch(Worker::hasEnded);
    }

    public IdleWorkers idleWorkers() {
        return idleWorkers;
    }

    public boolean isIdle() {
        return active() == 0;
    }

    /** Returns how many of its threads have an event. */
    public int active() {
        return (int) all().filter(Worker::isBusy).count();
    }

    public int threads() {
        return workers.count();
    }

    /** Returns how its threads have spent their time until now, or at the last call if it is starting threads. */
    public SpentTime spent(long now) {
        if (!growing) { // all flows share the ticker's thread, which must not wait
            lastSpent = workers.spent(now);
        }
        return lastSpent;
    }
}
