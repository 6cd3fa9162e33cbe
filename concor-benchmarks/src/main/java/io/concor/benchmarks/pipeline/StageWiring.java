package io.concor.benchmarks.pipeline;

import io.concor.benchmarks.workload.Event;
import io.concor.benchmarks.workload.Shape;
import io.concor.benchmarks.workload.Stage;
import java.util.List;
import java.util.function.Consumer;

/** Connects the stages of a pipeline, from the last to the first. */
@FunctionalInterface
interface StageWiring {

    /** Returns the entry of a stage with its own threads, which passes events to the next stage. */
    Consumer<Event> entry(Stage stage, Consumer<? super Event> next);

    /** Returns the entry of the first stage. */
    static Consumer<Event> backwards(Shape shape, StageWiring wiring) {
        List<Stage> stages = shape.stages();
        Consumer<Event> next = event -> {};
        for (int i = stages.size() - 1; i >= 0; i--) {
            Stage stage = stages.get(i);
            next = stage.threads() == 0 ? stage.into(next) : wiring.entry(stage, next);
        }
        return next;
    }
}
