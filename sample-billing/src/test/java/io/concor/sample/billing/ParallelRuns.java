package io.concor.sample.billing;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** Runs work on several threads. */
final class ParallelRuns {

    private ParallelRuns() {}

    /** Runs the same work on several threads at once and waits for the end. */
    static void together(int threads, Callable<?> work) {
        List<? extends CompletableFuture<?>> results =
                IntStream.range(0, threads).mapToObj(i -> begin(work)).toList();
        results.forEach(result -> result.orTimeout(5, TimeUnit.MINUTES).join());
    }

    static <T> CompletableFuture<T> begin(Callable<T> work) {
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return work.call();
                    } catch (Exception e) {
                        throw new CompletionException(e);
                    }
                },
                ParallelRuns::start);
    }

    private static void start(Runnable work) {
        Thread thread = new Thread(work, "test");
        thread.setDaemon(true);
        thread.start();
    }
}
