package io.concor.benchmarks.pipeline;

import io.concor.benchmarks.workload.Shape;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The pool of a stage, with a bounded queue. A thread that submits to a full queue waits. */
final class StageExecutor extends ThreadPoolExecutor implements AutoCloseable {

    StageExecutor(int threads) {
        super(
                threads,
                threads,
                0,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(Shape.CAPACITY),
                PipelineThreads::daemon,
                StageExecutor::waitForRoom);
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
