package io.concor.engine.batch;

import io.concor.engine.batch.BatchControl.Plan;
import io.concor.engine.event.CoarseClock;
import io.concor.engine.event.Context;
import io.concor.engine.pool.Pool;
import java.lang.invoke.VarHandle;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Takes the events of a batch: those that wait and, if the slot lingers, those that arrive within a time.
 *
 * <p>A thread that lingers is woken by the next event, like any thread without an event, and then lets a moment pass before it
 * looks again: so it is not woken for each event. Of the threads of a pool, one at a time lingers. Those that are woken
 * meanwhile wait for their turn, or they would share the events of one batch.
 */
public final class BatchCollector {

    private static final long LONGEST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long SHORTEST_PAUSE_NANOS = TimeUnit.MICROSECONDS.toNanos(50);
    private static final int PAUSES = 16;

    private final BatchControl control;
    private final CoarseClock clock;

    public BatchCollector(BatchControl control, CoarseClock clock) {
        this.control = control;
        this.clock = clock;
    }

    /**
     * Takes a batch. Returns whether there was an event.
     *
     * @param waited whether the thread waited for an event before
     */
    public boolean collect(Pool pool, BatchWorker worker, boolean waited) {
        Plan plan = control.plan();
        long start = plan.hasTarget() ? System.nanoTime() : 0;
        boolean any = plan.lingerNanos() == 0 || worker.isAlone()
                ? collect(pool, worker, plan)
                : collectInTurn(pool, worker, plan);
        if (any && plan.hasTarget()) {
            long end = System.nanoTime();
            long before = control.collected(end);
            boolean alone = waited && start - before > 0; // otherwise another thread took what came before
            worker.gathered(pool.queue().waiting(), end - (alone ? start : before));
        }
        return any;
    }

    private boolean collectInTurn(Pool pool, BatchWorker worker, Plan plan) {
        ReentrantLock turn = control.turn();
        if (!turn.tryLock()) {
            awaitTurn(pool, worker, turn);
        }
        try {
            return worker.state().mayTake() && !worker.isDismissed() && collect(pool, worker, plan);
        } finally {
            turn.unlock();
        }
    }

    /** No thread is started for events that a thread will take that waits for its turn. */
    private static void awaitTurn(Pool pool, BatchWorker worker, ReentrantLock turn) {
        worker.time().idle();
        pool.idleWorkers().add(worker);
        turn.lock();
        Thread.interrupted(); // meant for no event
    }

    private boolean collect(Pool pool, BatchWorker worker, Plan plan) {
        Context first = pool.queue().take(worker);
        if (first == null) {
            return false;
        }
        pool.idleWorkers().remove(worker);
        int limit = Math.min(control.limit(), worker.most());
        worker.begin(first, limit);
        try {
            takeWaiting(pool, worker, limit);
            if (plan.lingerNanos() > 0 && worker.size() < limit && hasMessage(worker)) {
                linger(pool, worker, plan, limit);
            }
            if (!worker.isAlone()) {
                pool.signalIfEventsWait();
            }
        } catch (OutOfMemoryError noMemory) {
            // A virtual thread may find none to park or to wake another. What it has taken is handled all the same.
        } finally {
            worker.collected();
            worker.time().busy();
        }
        return true;
    }

    private static void takeWaiting(Pool pool, BatchWorker worker, int limit) {
        Context next = null;
        do {
            if (next != null) {
                worker.add(next);
            }
            next = worker.size() < limit && worker.mayTakeMore() && worker.hasRoom()
                    ? pool.queue().take(worker)
                    : null;
        } while (next != null);
    }

    /** Whether an event is there for which the task is to be called. Others wait for no further one. */
    private static boolean hasMessage(BatchWorker worker) {
        for (int i = 0; i < worker.size(); i++) {
            if (worker.isForTask(worker.event(i))) {
                return true;
            }
        }
        return false;
    }

    private void linger(Pool pool, BatchWorker worker, Plan plan, int limit) {
        worker.time().idle();
        pool.idleWorkers().add(worker);
        try {
            long end = System.nanoTime() + patienceNanos(worker, 0, plan);
            long left = end - System.nanoTime();
            while (left > 0 && worker.size() < limit && mayLinger(worker, plan)) {
                awaitEvent(pool, worker, plan, left);
                left = end - System.nanoTime();
                if (left > 0 && worker.size() + pool.queue().waiting() < limit && mayLinger(worker, plan)) {
                    LockSupport.parkNanos(this, Math.min(left, pauseNanos(plan)));
                }
                int before = worker.size();
                takeWaiting(pool, worker, limit);
                if (worker.size() == before) {
                    pool.queue()
                            .awaitPublication(); // otherwise this would spin until the publisher has written its cell
                }
                long now = System.nanoTime();
                left = Math.min(end - now, patienceNanos(worker, before, plan));
                end = now + left;
                left = Thread.interrupted() ? 0 : left;
            }
        } finally {
            pool.idleWorkers().remove(worker);
        }
    }

    /** An event waits for others for half of the time that it has left at most: the rest is for its task. */
    private long patienceNanos(BatchWorker worker, int from, Plan plan) {
        long least = plan.lingerNanos();
        for (int i = from; i < worker.size(); i++) {
            least = Math.min(least, clock.leftNanos(worker.event(i)) / 2);
        }
        return least;
    }

    private boolean mayLinger(BatchWorker worker, Plan plan) {
        return worker.mayTakeMore() && control.mayLinger(plan);
    }

    private static long pauseNanos(Plan plan) {
        return Math.min(Math.max(plan.lingerNanos() / PAUSES, SHORTEST_PAUSE_NANOS), LONGEST_PAUSE_NANOS);
    }

    /** Parks until an event arrives, in the same way as a worker without an event: see {@code WorkerLoop.park}. */
    private void awaitEvent(Pool pool, BatchWorker worker, Plan plan, long nanos) {
        pool.idleWorkers().park(worker);
        VarHandle.fullFence();
        try {
            if (pool.queue().isEmpty() && mayLinger(worker, plan)) {
                LockSupport.parkNanos(this, nanos);
            }
        } finally {
            pool.idleWorkers().unpark(worker);
        }
    }
}
