package io.concor.benchmarks.jmh;

import io.concor.benchmarks.pipeline.Pipeline;
import io.concor.benchmarks.workload.Event;
import java.util.stream.Stream;

/** The events of one sender. Not thread-safe. */
final class EventStream {

    /** More than any variant holds, so that an event is never in flight twice. */
    private static final int EVENTS = 1 << 14;

    private final Event[] events = Stream.generate(Event::new).limit(EVENTS).toArray(Event[]::new);
    private final Pipeline pipeline;
    private final boolean allocating;
    private long sent;

    EventStream(Pipeline pipeline, EventSource source) {
        this.pipeline = pipeline;
        this.allocating = source == EventSource.ALLOCATED;
    }

    void send(int count) {
        long end = sent + count;
        for (long i = sent; i < end; i++) {
            pipeline.send(allocating ? new Event() : events[(int) i & EVENTS - 1]);
        }
        sent = end;
    }
}
