package io.concor.benchmarks.pipeline;

import io.concor.benchmarks.workload.Event;
import io.concor.benchmarks.workload.Shape;
import io.concor.benchmarks.workload.Stage;
import io.concor.benchmarks.workload.Work;

/** All components one after the other, over an array: what a flow without any join is to be compared with. */
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
