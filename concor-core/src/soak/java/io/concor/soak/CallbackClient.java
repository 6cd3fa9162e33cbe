package io.concor.soak;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** A client that calls continuations on its own threads, which do not belong to the flow. */
final class CallbackClient implements AutoCloseable {

    private static final int THREADS = 2;

    private final ScheduledExecutorService threads =
            Executors.newScheduledThreadPool(THREADS, body -> new Thread(body, LoopingThread.NAME_PREFIX + "callback"));

    void call(Runnable continuation) {
        threads.execute(continuation);
    }

    void callAfter(Duration delay, Runnable continuation) {
        threads.schedule(continuation, delay.toNanos(), TimeUnit.NANOSECONDS);
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
