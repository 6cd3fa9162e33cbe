package io.concor;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** The flows of one test, known to one manager; their threads end with the test. */
final class RunningFlows implements AfterEachCallback {

    private static final long PATIENCE_SECONDS = 20;

    private static final Sampling EACH = new Sampling(true, 1, 1);
    private static final Sampling NONE = new Sampling(false, 1, 1);

    private final Manager manager = new Manager();
    private final Sampling sampling;

    /** Events are not measured where a flow says nothing. */
    RunningFlows() {
        this(NONE);
    }

    private RunningFlows(Sampling sampling) {
        this.sampling = sampling;
    }

    /** Either all events are measured, where a flow says nothing, or none: they go other ways through the engine. */
    static RunningFlows measured(boolean measured) {
        return new RunningFlows(measured ? EACH : NONE);
    }

    /** As many events are measured as in any flow that says nothing. */
    static RunningFlows measuredByDefault() {
        return new RunningFlows(Sampling.DEFAULT);
    }

    Manager manager() {
        return manager;
    }

    <I, O> Flow<I, O> start(FlowBuilder<I, O> builder) {
        Flow<I, O> flow = builder.build();
        manager.register(flow);
        if (manager.sampling(flow.name()).equals(Sampling.DEFAULT)) {
            manager.sampling(flow.name(), sampling);
        }
        return flow;
    }

    static <T> T get(CompletableFuture<T> result) throws Exception {
        return result.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    /** What the event ended with; null where it ended with a value. */
    static Throwable errorOf(CompletableFuture<?> result) throws Exception {
        return get(result.handle((value, error) -> error));
    }

    /** A thread of the test's own; its failure is the result's. */
    static CompletableFuture<Void> onOwnThread(ThrowingBody body) {
        CompletableFuture<Void> ended = new CompletableFuture<>();
        Thread thread = new Thread(
                () -> {
                    try {
                        body.run();
                        ended.complete(null);
                    } catch (Throwable failed) {
                        ended.completeExceptionally(failed);
                    }
                },
                "test-thread");
        thread.setDaemon(true);
        thread.start();
        return ended;
    }

    @Override
    public void afterEach(ExtensionContext test) {
        manager.names().forEach(name -> manager.stop(name, Duration.ofMillis(200)));
    }

    /** What a thread of a test does. */
    interface ThrowingBody {
        void run() throws Throwable;
    }
}
