package io.concor.benchmarks.jmh;

import io.concor.benchmarks.pipeline.Instrumentation;
import io.concor.benchmarks.pipeline.Pipeline;
import io.concor.benchmarks.pipeline.Variant;
import io.concor.benchmarks.workload.Shape;
import io.concor.benchmarks.workload.Sink;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Sends events to a pipeline without pauses and waits until all have left it. A single sender is the calling thread;
 * several senders have threads of their own and share the events evenly.
 */
final class SaturatingSender implements AutoCloseable {

    private final Sink sink;
    private final Pipeline pipeline;
    private final List<EventStream> streams;
    private final ExecutorService threads;
    private long sent;

    private SaturatingSender(Pipeline pipeline, Sink sink, int senders, EventSource source) {
        this.pipeline = pipeline;
        this.sink = sink;
        streams = Stream.generate(() -> new EventStream(pipeline, source))
                .limit(senders)
                .toList();
        threads = Executors.newFixedThreadPool(senders, SaturatingSender::daemon);
    }

    /** Returns a sender to one pipeline, as {@link #openAll} does. */
    static SaturatingSender open(String variant, String instrumentation, Shape shape, EventSource source) {
        return openAll(variant, instrumentation, List.of(shape), source).get(0);
    }

    /**
     * Starts pipelines of a variant together, and returns a sender to each.
     *
     * @throws IllegalArgumentException if the variant cannot run a shape, or may hold more events than are reused
     */
    static List<SaturatingSender> openAll(
            String variant, String instrumentation, List<Shape> shapes, EventSource source) {
        Variant chosen = Variant.named(variant);
        if (source == EventSource.REUSED && !chosen.isBounded()) {
            throw new IllegalArgumentException(
                    "events is reused, but variant %s holds any number of events: use -p events=allocated"
                            .formatted(chosen));
        }
        List<Sink> sinks = Stream.generate(Sink::new).limit(shapes.size()).toList();
        List<Shape> counted = IntStream.range(0, shapes.size())
                .mapToObj(i -> shapes.get(i).endingIn(sinks.get(i)))
                .toList();
        List<Pipeline> pipelines = chosen.openAll(counted, Instrumentation.named(instrumentation));
        return IntStream.range(0, shapes.size())
                .mapToObj(i -> new SaturatingSender(
                        pipelines.get(i), sinks.get(i), shapes.get(i).senders(), source))
                .toList();
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task, "sender");
        thread.setDaemon(true);
        return thread;
    }

    void send(int count) {
        enter(count);
        await();
    }

    void enter(int count) {
        if (streams.size() == 1) {
            streams.get(0).send(count);
        } else {
            enterTogether(count);
        }
        sent += count;
    }

    private void enterTogether(int count) {
        int senders = streams.size();
        List<Future<?>> ended = IntStream.range(0, senders)
                .<Future<?>>mapToObj(
                        i -> threads.submit(() -> streams.get(i).send(count / senders + (i < count % senders ? 1 : 0))))
                .toList();
        ended.forEach(SaturatingSender::join);
    }

    private static void join(Future<?> sender) {
        try {
            sender.get();
        } catch (ExecutionException failed) {
            throw new IllegalStateException("A sender failed", failed.getCause());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while the senders send", interrupted);
        }
    }

    void await() {
        sink.await(sent);
    }

    @Override
    public void close() {
        threads.shutdownNow();
        pipeline.close();
    }
}
