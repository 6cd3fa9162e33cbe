package io.concor.benchmarks.load;

import io.concor.benchmarks.workload.AsyncClient;
import io.concor.benchmarks.workload.Shape;
import io.concor.benchmarks.workload.Shapes;
import java.util.function.Function;

/** The shapes that are measured at a rate. */
public enum LoadShape {
    /** No hop at all: what the machine itself does to latency. */
    FUSED(client -> Shapes.fused(8)),
    /** Case (b). */
    STAGES(client -> Shapes.singles(4)),
    /** Case (d). */
    MO_FLOW(Shapes::moFlow);

    private final Function<AsyncClient, Shape> maker;

    LoadShape(Function<AsyncClient, Shape> maker) {
        this.maker = maker;
    }

    /** The shape. */
    public Shape shape(AsyncClient client) {
        return maker.apply(client);
    }
}
