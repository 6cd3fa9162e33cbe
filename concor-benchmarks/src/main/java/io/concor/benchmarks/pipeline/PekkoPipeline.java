package io.concor.benchmarks.pipeline;

import com.typesafe.config.ConfigFactory;
import io.concor.benchmarks.workload.Closeables;
import io.concor.benchmarks.workload.Event;
import io.concor.benchmarks.workload.Shape;
import io.concor.benchmarks.workload.Stage;
import io.concor.benchmarks.workload.Work;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.apache.pekko.NotUsed;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.stream.Attributes;
import org.apache.pekko.stream.BoundedSourceQueue;
import org.apache.pekko.stream.OverflowStrategy;
import org.apache.pekko.stream.QueueOfferResult;
import org.apache.pekko.stream.javadsl.Flow;
import org.apache.pekko.stream.javadsl.Sink;
import org.apache.pekko.stream.javadsl.Source;
import scala.concurrent.Await;
import scala.concurrent.duration.Duration;

/**
 * Pekko Streams, with an asynchronous boundary around each stage. A stage of several threads has a future for each event
 * on its executor, and by default as many futures as threads.
 */
final class PekkoPipeline implements Pipeline {

    /** As many events may wait before a stage as in the other variants. */
    static final Attributes EQUAL_BOUND = Attributes.inputBuffer(Shape.CAPACITY, Shape.CAPACITY);

    private static final long RETRY_NANOS = 1_000;

    private final ActorSystem system = ActorSystem.create(
            "benchmark",
            ConfigFactory.parseString("pekko.loglevel=OFF\npekko.daemonic=on").withFallback(ConfigFactory.load()));
    private final List<StageExecutor> executors = new ArrayList<>();
    private final BoundedSourceQueue<Event> queue;
    private final boolean buffered;
    private final Attributes buffers;

    /**
     * Starts a pipeline.
     *
     * @param buffered whether a stage of several threads has a buffer, and futures that wait for its threads
     * @param buffers sizes of the buffers before stages
     */
    PekkoPipeline(Shape shape, boolean buffered, Attributes buffers) {
        this.buffered = buffered;
        this.buffers = buffers;
        Source<Event, BoundedSourceQueue<Event>> source = Source.queue(Shape.CAPACITY);
        for (Stage stage : shape.stages()) {
            source = stage.threads() == 0 ? source.via(flow(stage)) : source.via(boundary(stage));
        }
        queue = source.to(Sink.ignore()).run(system);
    }

    private Flow<Event, Event, NotUsed> boundary(Stage stage) {
        return flow(stage).async().addAttributes(buffers);
    }

    private Flow<Event, Event, NotUsed> flow(Stage stage) {
        Flow<Event, Event, NotUsed> flow = stage.threads() > 1 ? workers(stage) : calls(stage);
        return stage.callsClient() ? flow.mapAsyncUnordered(Shape.CAPACITY, stage::callClient) : flow;
    }

    private static Flow<Event, Event, NotUsed> calls(Stage stage) {
        Flow<Event, Event, NotUsed> flow = Flow.create();
        for (Work call : stage.calls()) {
            flow = flow.map(call::apply);
        }
        return flow;
    }

    private Flow<Event, Event, NotUsed> workers(Stage stage) {
        StageExecutor executor = StageExecutor.bounded(stage.threads());
        executors.add(executor);
        Work[] calls = stage.calls();
        return queued().mapAsyncUnordered(
                        buffered ? Shape.CAPACITY : stage.threads(),
                        event -> CompletableFuture.supplyAsync(() -> Stage.run(calls, event), executor));
    }

    private Flow<Event, Event, NotUsed> queued() {
        Flow<Event, Event, NotUsed> flow = Flow.create();
        return buffered ? flow.buffer(Shape.CAPACITY, OverflowStrategy.backpressure()) : flow;
    }

    @Override
    public void send(Event event) {
        while (queue.offer(event) != QueueOfferResult.enqueued()) {
            LockSupport.parkNanos(RETRY_NANOS);
        }
    }

    @Override
    public void close() {
        queue.complete();
        try {
            Await.ready(system.terminate(), Duration.create(10, TimeUnit.SECONDS));
        } catch (TimeoutException late) {
            throw new IllegalStateException("The actor system did not end within 10 s", late);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        Closeables.closeAll(executors);
    }
}
