package io.concor.benchmarks.pipeline;

import com.lmax.disruptor.BatchEventProcessorBuilder;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.WaitStrategy;
import com.lmax.disruptor.dsl.ProducerType;
import io.concor.benchmarks.workload.Closeables;
import io.concor.benchmarks.workload.Event;
import io.concor.benchmarks.workload.Shape;
import io.concor.benchmarks.workload.Stage;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/** A Disruptor ring before each stage. */
final class RingPipeline implements Pipeline {

    private final List<AutoCloseable> consumers = new ArrayList<>();
    private final Consumer<Event> entry;

    /**
     * Starts a pipeline.
     *
     * @param producers returns the type of the publishers to the ring before a stage
     */
    RingPipeline(Shape shape, RingWaitStrategies waiting, Function<Stage, ProducerType> producers) {
        entry = StageWiring.backwards(
                shape, (stage, next) -> ring(stage, stage.into(next), waiting.of(stage), producers.apply(stage)));
    }

    private Consumer<Event> ring(Stage stage, Consumer<Event> work, WaitStrategy strategy, ProducerType producers) {
        RingBuffer<RingEntry> ring = RingBuffer.create(producers, RingEntry::new, Shape.CAPACITY, strategy);
        if (stage.threads() == 1) {
            consumers.add(single(ring, work));
        } else {
            consumers.add(new WorkerRing(ring, stage.threads(), work));
        }
        return strategy instanceof WorkerWaitStrategy aimed
                ? event -> aimed.wake(publish(ring, event))
                : event -> publish(ring, event);
    }

    /** Returns the fastest type that the publishers to the ring before a stage permit. */
    static ProducerType producers(Stage stage) {
        return stage.fedByOne() ? ProducerType.SINGLE : ProducerType.MULTI;
    }

    private static AutoCloseable single(RingBuffer<RingEntry> ring, Consumer<Event> work) {
        var processor = new BatchEventProcessorBuilder()
                .build(
                        ring,
                        ring.newBarrier(),
                        (RingEntry cell, long sequence, boolean last) -> work.accept(cell.event));
        ring.addGatingSequences(processor.getSequence());
        Thread thread = PipelineThreads.daemon(processor);
        thread.start();
        return () -> {
            processor.halt();
            thread.join();
        };
    }

    static long publish(RingBuffer<RingEntry> ring, Event event) {
        long sequence = ring.next();
        ring.get(sequence).event = event;
        ring.publish(sequence);
        return sequence;
    }

    @Override
    public void send(Event event) {
        entry.accept(event);
    }

    @Override
    public void close() {
        Closeables.closeAll(consumers);
    }
}
