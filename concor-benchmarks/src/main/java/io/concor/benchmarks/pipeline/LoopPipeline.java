package io.concor.benchmarks.pipeline;

import io.concor.benchmarks.workload.Event;
import io.concor.benchmarks.workload.Shape;
import io.concor.benchmarks.workload.Stage;
import io.concor.benchmarks.workload.Work;

/** Calls all components from an array: the baseline for a flow without joins. */
final class LoopPipeline implements Pipeline {

    private final Work[] calls;

    LoopPipeline(Shape shape) {
        calls = shape.fused().calls();
    }

    @Override
    public void send(Event event) {
        Stage.run(calls, event);
    }

    @Override
    public void close() {}
}
