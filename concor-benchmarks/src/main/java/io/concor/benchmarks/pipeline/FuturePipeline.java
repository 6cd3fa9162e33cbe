package io.concor.benchmarks.pipeline;

import io.concor.benchmarks.workload.Closeables;
import io.concor.benchmarks.workload.Event;
import io.concor.benchmarks.workload.Shape;
import io.concor.benchmarks.workload.Stage;
import io.concor.benchmarks.workload.Work;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;

/** A chain of {@link CompletableFuture}s for each event, with an executor for each stage. */
final class FuturePipeline implements Pipeline {

    private final List<StageExecutor> executors = new ArrayList<>();
    private final List<UnaryOperator<CompletableFuture<Event>>> links = new ArrayList<>();
    private final boolean completedFirst;

    /**
     * Starts a pipeline.
     *
     * @param completedFirst whether the chain begins with a completed future, so that each link runs when it is added;
     *     otherwise the chain is complete before its first future
     */
    FuturePipeline(Shape shape, boolean completedFirst) {
        this.completedFirst = completedFirst;
        for (Stage stage : shape.stages()) {
            link(stage);
        }
    }

    private void link(Stage stage) {
        if (stage.threads() > 0) {
            StageExecutor executor = StageExecutor.bounded(stage.threads());
            executors.add(executor);
            Work[] calls = stage.calls();
            links.add(future -> future.thenApplyAsync(event -> Stage.run(calls, event), executor));
        } else {
            for (Work call : stage.calls()) {
                links.add(future -> future.thenApply(call::apply));
            }
        }
        if (stage.callsClient()) {
            links.add(future -> future.thenCompose(stage::callClient));
        }
    }

    @Override
    public void send(Event event) {
        if (completedFirst) {
            append(CompletableFuture.completedFuture(event));
        } else {
            CompletableFuture<Event> entry = new CompletableFuture<>();
            append(entry);
            entry.complete(event);
        }
    }

    private void append(CompletableFuture<Event> entry) {
        CompletableFuture<Event> end = entry;
        for (UnaryOperator<CompletableFuture<Event>> link : links) {
            end = link.apply(end);
        }
    }

    @Override
    public void close() {
        Closeables.closeAll(executors);
    }
}
