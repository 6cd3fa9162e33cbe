package io.concor.benchmarks.load;

import io.concor.benchmarks.workload.AsyncClient;
import io.concor.benchmarks.workload.Shape;
import io.concor.benchmarks.workload.Shapes;
import java.util.function.Function;

/** Shapes of pipelines to measure at a rate. */
public enum LoadShape {
    /** All tasks on one thread: shows the latency that the machine itself causes. */
    FUSED(client -> Shapes.fused(8)),
    /** Case (b): four stages, each on its own thread. */
    STAGES(client -> Shapes.singles(4)),
    /** Case (d): the shape of the sample mo-flow. */
    MO_FLOW(Shapes::moFlow);

    private final Function<AsyncClient, Shape> maker;

    LoadShape(Function<AsyncClient, Shape> maker) {
        this.maker = maker;
    }

    /** Returns the shape, which calls this client if it calls one. */
    public Shape shape(AsyncClient client) {
        return maker.apply(client);
    }
}
