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

    private final Sink sink = new Sink();
    private final Pipeline pipeline;
    private final List<EventStream> streams;
    private final ExecutorService threads;
    private long sent;

    SaturatingSender(String variant, String instrumentation, Shape shape) {
        this(variant, instrumentation, shape, EventSource.REUSED);
    }

    SaturatingSender(String variant, String instrumentation, Shape shape, EventSource source) {
        pipeline = Variant.named(variant).open(shape.endingIn(sink), Instrumentation.named(instrumentation));
        streams = Stream.generate(() -> new EventStream(pipeline, source))
                .limit(shape.senders())
                .toList();
        threads = Executors.newFixedThreadPool(shape.senders(), SaturatingSender::daemon);
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
