package io.concor.engine.pool;

import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;

/**
 * What the thread of a worker does: it takes events from the queue and runs them through the stage. Between two events it
 * looks what its pool wants of it.
 */
final class WorkerLoop implements Runnable {

    private final Pool pool;
    private final EventQueue queue;
    private final Worker worker;
    private final IdleStrategy idleStrategy;

    WorkerLoop(Pool pool, Worker worker, IdleStrategy idleStrategy) {
        this.pool = pool;
        this.queue = pool.queue();
        this.worker = worker;
        this.idleStrategy = idleStrategy;
    }

    @Override
    public void run() {
        try {
            while (worker.mayTakeMore() || awaitResumed()) {
                serveOrIdle();
            }
        } finally {
            queue.leave(worker);
            worker.end();
            Thread.interrupted(); // meant for the event, not for what follows here
            pool.workerEnded(worker);
        }
    }

    void serveOrIdle() {
        if (!pool.serve(worker)) {
            idle();
        }
    }

    /**
     * Waits while the pool is suspended. Returns false when the worker has to end. The pool is asked that by itself: one
     * that resumes and is suspended again at once must at no time look finished.
     */
    private boolean awaitResumed() {
        queue.leave(worker);
        while (!worker.isDismissed() && !worker.state().mayTake()) {
            if (worker.state().isFinished()) {
                return false;
            }
            worker.parkWhileSuspended();
        }
        return !worker.isDismissed();
    }

    /** Spends a moment without events. A worker that the pool can spare leaves after the keep-alive time. */
    private void idle() {
        if (pool.isGrowable()) {
            pool.idleWorkers().add(worker);
        }
        if (queue.isEmpty()) {
            worker.time().idle();
        }
        long left = pool.neededNanos(worker);
        if (left <= 0 && worker.state().isRunning()) {
            pool.dismissIfSpare(worker);
        } else if (idleStrategy.parks() && !queue.awaitPublication()) {
            park(left);
        }
    }

    /**
     * Parks until woken, or for a time. The worker first shows that it parks and then looks at the queue; a publisher
     * first claims its cell and then looks for parked workers. So one of them sees the other.
     */
    private void park(long nanos) {
        pool.idleWorkers().park(worker);
        VarHandle.fullFence();
        try {
            if (queue.isEmpty() && worker.mayTakeMore()) {
                if (nanos == Pool.FOREVER) {
                    LockSupport.park(pool); // without the cost of a timer
                } else {
                    LockSupport.parkNanos(pool, nanos);
                }
                Thread.interrupted();
            }
        } finally {
            pool.idleWorkers().unpark(worker); // also if a virtual thread finds no memory to park
        }
    }
}
