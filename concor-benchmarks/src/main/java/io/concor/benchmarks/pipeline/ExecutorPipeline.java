package io.concor.benchmarks.pipeline;

import io.concor.benchmarks.workload.Closeables;
import io.concor.benchmarks.workload.Event;
import io.concor.benchmarks.workload.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntFunction;

/** A {@link java.util.concurrent.ThreadPoolExecutor} for each stage. */
final class ExecutorPipeline implements Pipeline {

    private final List<StageExecutor> executors = new ArrayList<>();
    private final Consumer<Event> entry;

    /**
     * Starts a pipeline.
     *
     * @param pools returns a pool with a number of threads
     */
    ExecutorPipeline(Shape shape, IntFunction<StageExecutor> pools) {
        entry = StageWiring.backwards(shape, (stage, next) -> execute(pools.apply(stage.threads()), stage.into(next)));
    }

    private Consumer<Event> execute(StageExecutor executor, Consumer<Event> work) {
        executors.add(executor);
        return event -> executor.execute(() -> work.accept(event));
    }

    @Override
    public void send(Event event) {
        entry.accept(event);
    }

    @Override
    public void close() {
        Closeables.closeAll(executors);
    }
}
