package io.concor.benchmarks.pipeline;

import io.concor.benchmarks.workload.Event;
import io.concor.benchmarks.workload.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** A {@link java.util.concurrent.ThreadPoolExecutor} with a bounded queue for each stage. */
final class ExecutorPipeline implements Pipeline {

    private final List<StageExecutor> executors = new ArrayList<>();
    private final Consumer<Event> entry;

    ExecutorPipeline(Shape shape) {
        entry = StageWiring.backwards(shape, (stage, next) -> execute(stage.threads(), stage.into(next)));
    }

    private Consumer<Event> execute(int threads, Consumer<Event> work) {
        StageExecutor executor = new StageExecutor(threads);
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
