package io.concor.benchmarks.pipeline;

import io.concor.benchmarks.workload.AsyncClient;
import io.concor.benchmarks.workload.Event;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** A client that calls back after a millisecond, on a thread of its own. */
public final class DelayedClient implements AsyncClient, AutoCloseable {

    private final ScheduledExecutorService client = Executors.newSingleThreadScheduledExecutor(PipelineThreads::daemon);

    @Override
    public void start(Event event, Consumer<? super Event> done) {
        client.schedule(() -> done.accept(event), 1, TimeUnit.MILLISECONDS);
    }

    @Override
    public void close() {
        client.shutdownNow();
    }
}
