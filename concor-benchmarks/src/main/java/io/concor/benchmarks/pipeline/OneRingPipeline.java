package io.concor.benchmarks.pipeline;

import com.lmax.disruptor.EventHandler;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.WaitStrategy;
import com.lmax.disruptor.dsl.Disruptor;
import com.lmax.disruptor.dsl.EventHandlerGroup;
import io.concor.benchmarks.workload.Event;
import io.concor.benchmarks.workload.Shape;
import io.concor.benchmarks.workload.Stage;
import java.util.List;

/** One Disruptor ring for all stages. Each stage reads after the previous one, and events are never copied. */
final class OneRingPipeline implements Pipeline {

    private final Disruptor<RingEntry> disruptor;
    private final RingBuffer<RingEntry> ring;

    OneRingPipeline(Shape shape, WaitStrategy waiting) {
        List<Stage> stages = shape.stages();
        disruptor = new Disruptor<>(
                RingEntry::new,
                shape.inFlight(),
                PipelineThreads::daemon,
                RingPipeline.producers(stages.get(0)),
                waiting);
        EventHandlerGroup<RingEntry> group = disruptor.handleEventsWith(handler(stages.get(0)));
        for (Stage stage : stages.subList(1, stages.size())) {
            group = group.then(handler(stage));
        }
        ring = disruptor.start();
    }

    private static EventHandler<RingEntry> handler(Stage stage) {
        var work = stage.into(event -> {});
        return (cell, sequence, last) -> work.accept(cell.event);
    }

    @Override
    public void send(Event event) {
        RingPipeline.publish(ring, event);
    }

    @Override
    public void close() {
        disruptor.shutdown();
    }
}
