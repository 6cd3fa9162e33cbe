package io.concor.engine.pool;

import io.concor.engine.event.ExecutionSite;
import io.concor.engine.measure.SpentTime;
import io.concor.engine.thread.WorkerThreads;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The workers of one pool: those that serve its ring, and dismissed ones that still have an event. Thread-safe. The lock
 * is held for the start of one thread at most.
 */
final class PoolWorkers {

    private final WorkerThreads threads;
    private final Supplier<Worker> factory;
    /** Replaced as a whole; guarded by this, like the following fields. */
    private volatile Worker[] serving = {};

    private volatile Worker[] leaving = {};
    private SpentTime spentByEnded = SpentTime.NONE;

    PoolWorkers(WorkerThreads threads, Supplier<Worker> factory) {
        this.threads = threads;
        this.factory = factory;
    }

    /** Returns how many serve the ring. */
    int count() {
        return serving.length;
    }

    Worker[] serving() {
        return serving;
    }

    Stream<Worker> all() {
        return Stream.concat(Stream.of(serving), Stream.of(leaving));
    }

    /** Counts the components that they run, by their index. */
    void countRunning(int[] running) {
        countRunning(serving, running);
        countRunning(leaving, running);
    }

    private static void countRunning(Worker[] workers, int[] running) {
        for (Worker worker : workers) {
            int at = worker.running();
            if (at != ExecutionSite.NOWHERE) {
                running[at]++;
            }
        }
    }

    synchronized boolean areQuiescent() {
        return all().allMatch(Worker::isQuiescent);
    }

    /**
     * Starts a worker under a condition. Returns whether it did.
     *
     * @param loop what the thread of the worker runs
     */
    synchronized boolean startIf(BooleanSupplier wanted, Function<Worker, Runnable> loop) {
        boolean starts = wanted.getAsBoolean();
        if (starts) {
            start(loop);
        }
        return starts;
    }

    private void start(Function<Worker, Runnable> loop) {
        Worker worker = factory.get();
        Thread thread = threads.create(loop.apply(worker));
        worker.thread(thread);
        serving = Worker.with(serving, worker);
        try {
            thread.start();
        } catch (Throwable cannot) {
            worker.end();
            forgetEnded();
            throw cannot;
        }
    }

    synchronized void forgetEnded() {
        long now = System.nanoTime();
        all().filter(Worker::hasEnded).forEach(worker -> spentByEnded = spentByEnded.plus(worker.spent(now)));
        serving = Worker.without(serving, Worker::hasEnded);
        leaving = Worker.without(leaving, Worker::hasEnded);
    }

    /** Dismisses surplus workers. They end after their present event. */
    synchronized void dismissDownTo(int most) {
        while (count() > most) {
            dismiss(serving[count() - 1]);
        }
    }

    /** Dismisses a worker under a condition. Returns whether it did. */
    synchronized boolean dismissIf(Worker worker, BooleanSupplier wanted) {
        boolean dismisses = wanted.getAsBoolean();
        if (dismisses) {
            dismiss(worker);
        }
        return dismisses;
    }

    private void dismiss(Worker worker) {
        leaving = Worker.with(leaving, worker);
        serving = Worker.without(serving, worker::equals);
        worker.dismiss();
    }

    void wakeAll() {
        for (Worker worker : serving) {
            worker.wake();
        }
    }

    /** Returns how they have spent their time until now, those that have ended included. */
    synchronized SpentTime spent(long now) {
        return all().map(worker -> worker.spent(now)).reduce(spentByEnded, SpentTime::plus);
    }
}
