package io.concor.benchmarks.load;

import io.concor.benchmarks.pipeline.Delay;
import io.concor.benchmarks.pipeline.Shape;
import io.concor.benchmarks.pipeline.Shapes;
import java.util.function.Function;

/** The shapes that are measured at a rate. */
public enum LoadShape {
    /** No hop at all: what the machine itself does to latency. */
    FUSED(client -> Shapes.fused(8)),
    /** Case (b). */
    STAGES(client -> Shapes.singles(4)),
    /** Case (d). */
    MO_FLOW(Shapes::moFlow);

    private final Function<Delay, Shape> maker;

    LoadShape(Function<Delay, Shape> maker) {
        this.maker = maker;
    }

    /** The shape. */
    public Shape shape(Delay client) {
        return maker.apply(client);
    }
}
