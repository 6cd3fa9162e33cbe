package io.concor.benchmarks.pipeline;

import io.concor.benchmarks.workload.Event;
import io.concor.benchmarks.workload.Shape;
import io.concor.benchmarks.workload.Work;

/** Eight nested calls, as written by hand: the lower bound. */
final class PlainPipeline implements Pipeline {

    private final Work a;
    private final Work b;
    private final Work c;
    private final Work d;
    private final Work e;
    private final Work f;
    private final Work g;
    private final Work h;

    PlainPipeline(Shape shape) {
        Work[] calls = shape.fused().calls();
        a = calls[0];
        b = calls[1];
        c = calls[2];
        d = calls[3];
        e = calls[4];
        f = calls[5];
        g = calls[6];
        h = calls[7];
    }

    @Override
    public void send(Event event) {
        h.apply(g.apply(f.apply(e.apply(d.apply(c.apply(b.apply(a.apply(event))))))));
    }

    @Override
    public void close() {}
}
