package io.concor.diagnosis.rule;

import io.concor.diagnosis.signal.FlowWindow;
import io.concor.diagnosis.signal.FlowWindow.ComponentWindow;
import io.concor.diagnosis.verdict.Sentence;
import java.util.Comparator;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Adds to a verdict that nothing limits a flow that many of its events fail, or complete only because a catch component
 * handles their errors. To fail fast limits nothing, so the verdict alone would sound like praise.
 */
final class FailureNote {

    private static final double MANY = 0.2;

    private FailureNote() {}

    /** Returns a sentence with a space in front; empty if few events fail. */
    static String of(Situation situation) {
        double failed = share(situation, FlowWindow::failed);
        double timedOut = share(situation, FlowWindow::timeouts);
        double recovered = share(situation, FlowWindow::recovered);
        if (failed >= MANY) {
            double ended = timedOut - recovered; // at least: what was recovered may have been another error
            return 2 * ended > failed
                    ? sentence(situation, Math.min(failed, ended), "end by timeout", FailureNote::uncaught)
                    : sentence(situation, failed, "fail", FailureNote::uncaught);
        }
        return recovered >= MANY
                ? sentence(
                        situation,
                        recovered,
                        2 * timedOut > recovered
                                ? "time out and complete only because a catch component handles that"
                                : "complete only after a catch component has handled an error",
                        FailureNote::errors)
                : "";
    }

    /** Returns the share of the events that end. */
    private static double share(Situation situation, ToDoubleFunction<FlowWindow> perSecond) {
        double ended = situation.throughput();
        return ended <= 0 ? 0 : situation.average(seen -> perSecond.applyAsDouble(seen.flow())) / ended;
    }

    private static String sentence(Situation situation, double share, String end, Errors errors) {
        return Sentence.of(" But %.0f %% of the events %s%s.", 100 * share, end, place(situation, errors));
    }

    private static String place(Situation situation, Errors errors) {
        return IntStream.range(0, situation.components())
                .boxed()
                .max(Comparator.<Integer>comparingDouble(i -> errors.of(situation, i))
                        .thenComparing(Comparator.reverseOrder()))
                .filter(i -> errors.of(situation, i) > 0)
                .map(i -> Sentence.of(", most at '%s'%s", situation.name(i), mostFrequent(situation, i)))
                .orElse("");
    }

    /** Names the most frequent error that a task throws, with a comma in front; empty if it throws none. */
    private static String mostFrequent(Situation situation, int component) {
        return situation
                .thrown(component)
                .mostFrequent()
                .map(type -> ", most often with " + type)
                .orElse("");
    }

    private static double errors(Situation situation, int component) {
        return situation.averageOf(component, ComponentWindow::errors);
    }

    /** Of the errors of a component, at most as many end their events as each later catch component throws itself. */
    private static double uncaught(Situation situation, int component) {
        return IntStream.range(component, situation.components())
                .filter(i -> i == component || situation.component(i).kind().handlesErrors())
                .mapToDouble(i -> errors(situation, i))
                .min()
                .orElse(0);
    }

    /** The errors of a component per second. */
    private interface Errors {

        double of(Situation situation, int component);
    }
}
