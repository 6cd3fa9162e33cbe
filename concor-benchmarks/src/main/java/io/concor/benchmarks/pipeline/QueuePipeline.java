package io.concor.benchmarks.pipeline;

import io.concor.benchmarks.workload.Event;
import io.concor.benchmarks.workload.Shape;
import io.concor.benchmarks.workload.Stage;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;

/** An {@link ArrayBlockingQueue} and threads for each stage. */
final class QueuePipeline implements Pipeline {

    private final List<Thread> threads = new ArrayList<>();
    private final Consumer<Event> entry;

    QueuePipeline(Shape shape, ThreadFactory factory) {
        entry = StageWiring.backwards(shape, (stage, next) -> queue(stage, stage.into(next), factory));
    }

    private Consumer<Event> queue(Stage stage, Consumer<Event> work, ThreadFactory factory) {
        BlockingQueue<Event> queue = new ArrayBlockingQueue<>(Shape.CAPACITY);
        for (int i = 0; i < stage.threads(); i++) {
            Thread thread = factory.newThread(() -> takeAll(queue, work));
            thread.start();
            threads.add(thread);
        }
        return event -> put(queue, event);
    }

    private static void takeAll(BlockingQueue<Event> queue, Consumer<Event> work) {
        try {
            while (true) {
                work.accept(queue.take());
            }
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        }
    }

    private static void put(BlockingQueue<Event> queue, Event event) {
        try {
            queue.put(event);
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void send(Event event) {
        entry.accept(event);
    }

    @Override
    public void close() {
        threads.forEach(Thread::interrupt);
        PipelineThreads.join(threads);
    }
}
