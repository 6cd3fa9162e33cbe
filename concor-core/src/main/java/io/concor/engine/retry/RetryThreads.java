package io.concor.engine.retry;

import io.concor.engine.thread.RunningThreads;
import io.concor.engine.thread.SharedTicker;
import io.concor.engine.thread.WorkerThreads;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The threads that bring events to their next attempt: one that waits until an attempt is due, and others that run tasks which no
 * join serves. They start when needed, and end when idle. Thread-safe.
 */
final class RetryThreads {

    private static final int MOST_THREADS = 16;
    private static final int IDLE_SECONDS = 5;

    private final RunningThreads threads = new RunningThreads();
    private final ScheduledThreadPoolExecutor timer;
    private final ThreadPoolExecutor runners;

    RetryThreads(String flow) {
        ClassLoader current = Thread.currentThread().getContextClassLoader();
        WorkerThreads names = new WorkerThreads(
                body -> SharedTicker.daemon(body, flow + "-retry"),
                flow + "-retry-",
                current == null ? RetryThreads.class.getClassLoader() : current);
        this.timer = new ScheduledThreadPoolExecutor(
                1, body -> SharedTicker.daemon(threads.registered(body), flow + "-retry-timer"));
        this.runners = new ThreadPoolExecutor(
                MOST_THREADS,
                MOST_THREADS,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(), // bounded by the events inside
                body -> names.create(threads.registered(body)));
        runners.allowCoreThreadTimeOut(true);
        timer.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
        timer.allowCoreThreadTimeOut(true);
        timer.setRemoveOnCancelPolicy(true);
    }

    /** Whether a thread is one of these. */
    boolean own(Thread thread) {
        return threads.contains(thread);
    }

    /** Runs a short action later, which waits for nothing. Returns what cancels it. */
    Runnable schedule(Runnable action, long delayNanos) {
        Future<?> scheduled = timer.schedule(action, delayNanos, TimeUnit.NANOSECONDS);
        return () -> scheduled.cancel(false);
    }

    /** Runs an action that may take long, as soon as a thread is free. If no thread can be started, the calling one runs it. */
    void run(Runnable action) {
        try {
            runners.execute(action);
        } catch (OutOfMemoryError noThread) {
            action.run();
        }
    }
}
