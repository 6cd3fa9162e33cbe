package io.concor.engine.pool;

import io.concor.JoinSettings;
import io.concor.engine.event.Context;
import io.concor.engine.event.PoolState;
import io.concor.engine.thread.WorkerThreads;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** A pool whose workers are not started: a test lends them a thread of its own. */
public final class PoolInHand {

    private static final Thread NEVER_STARTED = new NeverStarted();

    private final Pool pool;
    private final List<Worker> workers = new CopyOnWriteArrayList<>();
    private final List<WorkerLoop> loops = new CopyOnWriteArrayList<>();

    /**
     * A held pool with as many workers as the settings ask for at least.
     *
     * @param handler called for each event, with the pool
     */
    public PoolInHand(EventQueue queue, JoinSettings settings, Consumer<Pool> handler) {
        pool = new Pool(queue, new Work(handler), settings, new WorkerThreads(this::thread, "in-hand-", null));
        pool.start();
    }

    private Thread thread(Runnable loop) {
        loops.add((WorkerLoop) loop);
        return NEVER_STARTED;
    }

    public Pool pool() {
        return pool;
    }

    public List<Worker> workers() {
        return workers;
    }

    /** Lets the calling thread be that worker, until the pool has no more use of it. */
    public void run(int number) {
        Worker worker = workers.get(number);
        worker.thread(Thread.currentThread());
        loops.get(number).run();
    }

    /** The same, but parks as soon as there is no event, and ends as soon as the pool does not run. */
    public void serveOrPark(int number) {
        Worker worker = workers.get(number);
        worker.thread(Thread.currentThread());
        while (worker.mayTakeMore()) {
            loops.get(number).serveOrIdle();
        }
    }

    /** Handles events as that worker does, as long as there are any and it is wanted; false where there is none. */
    public boolean serve(int number) {
        return pool.serve(workers.get(number));
    }

    private final class Work implements EventHandler {

        private final Consumer<Pool> handler;

        public Work(Consumer<Pool> handler) {
            this.handler = handler;
        }

        @Override
        public void handle(Context context, Worker worker) {
            handler.accept(pool);
        }

        @Override
        public Worker newWorker(PoolState state, boolean alone) {
            Worker worker = new Worker(state, alone);
            workers.add(worker);
            return worker;
        }
    }

    /** Stands for the threads that a test lends. */
    private static final class NeverStarted extends Thread {
        @Override
        public void start() {
            // whoever lends its thread calls the worker itself
        }
    }
}
