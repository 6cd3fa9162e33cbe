package io.concor.sample;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** Runs work on several threads. */
public final class ParallelRuns {

    private static final int MINUTES = 5;

    private ParallelRuns() {}

    /** Starts a thread that does the work. */
    public static void start(Runnable work) {
        Thread thread = new Thread(work, "test");
        thread.setDaemon(true);
        thread.start();
    }

    /** Runs the same work on several threads at once and returns the results. */
    public static <T> List<T> together(int threads, Callable<T> work) {
        List<CompletableFuture<T>> results =
                IntStream.range(0, threads).mapToObj(i -> begin(work)).toList();
        return results.stream()
                .map(result -> result.orTimeout(MINUTES, TimeUnit.MINUTES).join())
                .toList();
    }

    /** Begins work on a thread of its own. */
    public static <T> CompletableFuture<T> begin(Callable<T> work) {
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
}
