package io.concor.benchmarks.pipeline;

import io.concor.benchmarks.workload.Shape;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The pool of a stage. A thread that submits to a full queue waits. */
final class StageExecutor extends ThreadPoolExecutor implements AutoCloseable {

    private StageExecutor(int threads, BlockingQueue<Runnable> queue) {
        super(threads, threads, 0, TimeUnit.SECONDS, queue, PipelineThreads::daemon, StageExecutor::waitForRoom);
    }

    static StageExecutor bounded(int threads) {
        return new StageExecutor(threads, new ArrayBlockingQueue<>(Shape.CAPACITY));
    }

    static StageExecutor unbounded(int threads) {
        return new StageExecutor(threads, new LinkedBlockingQueue<>());
    }

    private static void waitForRoom(Runnable task, ThreadPoolExecutor executor) {
        try {
            executor.getQueue().put(task);
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
            throw new RejectedExecutionException("Interrupted while waiting for room", closed);
        }
    }

    @Override
    public void close() {
        shutdownNow();
    }
}
