package io.concor.benchmarks.jmh;

import io.concor.benchmarks.pipeline.Instrumentation;
import io.concor.benchmarks.pipeline.Pipeline;
import io.concor.benchmarks.pipeline.Variant;
import io.concor.benchmarks.workload.Event;
import io.concor.benchmarks.workload.Shape;
import io.concor.benchmarks.workload.Sink;
import java.util.stream.Stream;

/** Sends events to a pipeline without pauses and waits until all have left it. */
final class SaturatingSender implements AutoCloseable {

    /** More than any variant holds, so that an event is never in flight twice. */
    private static final int EVENTS = 1 << 14;

    private final Event[] events = Stream.generate(Event::new).limit(EVENTS).toArray(Event[]::new);
    private final Sink sink = new Sink();
    private final Pipeline pipeline;
    private long sent;

    SaturatingSender(String variant, String instrumentation, Shape shape) {
        pipeline = Variant.named(variant).open(shape.endingIn(sink), Instrumentation.named(instrumentation));
    }

    void send(int count) {
        enter(count);
        await();
    }

    void enter(int count) {
        long end = sent + count;
        for (long i = sent; i < end; i++) {
            pipeline.send(events[(int) i & EVENTS - 1]);
        }
        sent = end;
    }

    void await() {
        sink.await(sent);
    }

    @Override
    public void close() {
        pipeline.close();
    }
}
