package io.concor.benchmarks.pipeline;

import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.WaitStrategy;
import com.lmax.disruptor.dsl.Disruptor;
import com.lmax.disruptor.dsl.ProducerType;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** A ring of the Disruptor before each stage, written by the one thread of the stage before. */
final class RingPipeline implements Pipeline {

    private final List<AutoCloseable> rings = new ArrayList<>();
    private final Consumer<Event> entry;

    RingPipeline(Shape shape, Supplier<WaitStrategy> waiting) {
        entry = Wiring.backwards(shape, (stage, next) -> ring(stage.into(next), waiting.get()));
    }

    private Consumer<Event> ring(Consumer<Event> work, WaitStrategy waiting) {
        Disruptor<Cell> disruptor =
                new Disruptor<>(Cell::new, Shape.CAPACITY, Threads::daemon, ProducerType.SINGLE, waiting);
        disruptor.handleEventsWith((cell, sequence, last) -> work.accept(cell.event));
        RingBuffer<Cell> ring = disruptor.start();
        rings.add(disruptor::shutdown);
        return event -> publish(ring, event);
    }

    static void publish(RingBuffer<Cell> ring, Event event) {
        long sequence = ring.next();
        ring.get(sequence).event = event;
        ring.publish(sequence);
    }

    @Override
    public void send(Event event) {
        entry.accept(event);
    }

    @Override
    public void close() {
        Closing.all(rings);
    }
}
