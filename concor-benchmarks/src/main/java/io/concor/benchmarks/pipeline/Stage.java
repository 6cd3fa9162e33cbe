package io.concor.benchmarks.pipeline;

import io.concor.benchmarks.pipeline.Step.Call;
import io.concor.benchmarks.pipeline.Step.Crossing;
import java.util.List;
import java.util.function.Consumer;

/**
 * Components that run on the same threads: calls, and at the end possibly one crossing to a client.
 *
 * @param threads how many; 0 for the thread that brings the event
 * @param steps the components
 * @param fedByOne whether one thread alone brings its events
 */
record Stage(int threads, List<Step> steps, boolean fedByOne) {

    /** The calls, in order. */
    Work[] calls() {
        return steps.stream()
                .filter(Call.class::isInstance)
                .map(step -> ((Call) step).work())
                .toArray(Work[]::new);
    }

    boolean crosses() {
        return steps.get(steps.size() - 1) instanceof Crossing;
    }

    Delay crossing() {
        return ((Crossing) steps.get(steps.size() - 1)).delay();
    }

    /** The whole stage as one function: the calls, then what follows. */
    Consumer<Event> into(Consumer<? super Event> next) {
        Consumer<? super Event> end = crosses() ? over(crossing(), next) : next;
        Work[] calls = calls();
        if (calls.length == 1) {
            Work only = calls[0];
            return event -> end.accept(only.apply(event));
        }
        return event -> end.accept(Loop.run(calls, event));
    }

    private static Consumer<Event> over(Delay delay, Consumer<? super Event> next) {
        return event -> delay.start(event, next);
    }
}
