package io.concor.benchmarks.soak;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** The threads of a client that calls continuations: none of the flow's. */
final class Callbacks implements AutoCloseable {

    private static final int THREADS = 2;

    private final ScheduledExecutorService threads =
            Executors.newScheduledThreadPool(THREADS, body -> new Thread(body, SideThread.NAMES + "callback"));

    void soon(Runnable call) {
        threads.execute(call);
    }

    void later(Duration delay, Runnable call) {
        threads.schedule(call, delay.toNanos(), TimeUnit.NANOSECONDS);
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
