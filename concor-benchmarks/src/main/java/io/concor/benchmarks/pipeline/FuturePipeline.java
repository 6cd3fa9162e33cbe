package io.concor.benchmarks.pipeline;

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

    FuturePipeline(Shape shape) {
        for (Stage stage : shape.stages()) {
            link(stage);
        }
    }

    private void link(Stage stage) {
        if (stage.threads() > 0) {
            StageExecutor executor = new StageExecutor(stage.threads());
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
        CompletableFuture<Event> entry = new CompletableFuture<>();
        CompletableFuture<Event> end = entry;
        for (UnaryOperator<CompletableFuture<Event>> link : links) {
            end = link.apply(end);
        }
        entry.complete(event);
    }

    @Override
    public void close() {
        Closeables.closeAll(executors);
    }
}
