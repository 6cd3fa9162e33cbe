package io.concor.benchmarks.pipeline;

import io.concor.benchmarks.workload.Event;
import io.concor.benchmarks.workload.Shape;
import io.concor.benchmarks.workload.Stage;
import java.util.List;
import java.util.function.Consumer;

/** Puts stages together from the last to the first, each knowing where its events go. */
@FunctionalInterface
interface StageWiring {

    /** The entry of a stage that has threads of its own. */
    Consumer<Event> entry(Stage stage, Consumer<? super Event> next);

    /** The entry of all of them. */
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
