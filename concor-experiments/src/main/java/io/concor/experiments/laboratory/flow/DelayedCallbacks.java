package io.concor.experiments.laboratory.flow;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** A client of a remote system whose only thread passes on the answers. */
final class DelayedCallbacks implements AutoCloseable {

    private final ScheduledExecutorService thread =
            Executors.newSingleThreadScheduledExecutor(body -> new Thread(body, "callback-client"));

    void answer(Runnable continuation, Duration after) {
        thread.schedule(continuation, after.toNanos(), TimeUnit.NANOSECONDS);
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
