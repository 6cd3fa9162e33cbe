package io.concor.diagnosis;

import io.concor.diagnosis.signal.FlowWindow;
import io.concor.diagnosis.signal.FlowWindow.ComponentWindow;
import io.concor.diagnosis.situation.Situation;
import io.concor.diagnosis.situation.TaskErrors;
import io.concor.text.Sentence;
import java.util.OptionalInt;
import java.util.function.ToDoubleFunction;

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
                    ? sentence(situation, Math.min(failed, ended), "end by timeout", true)
                    : sentence(situation, failed, "fail", true);
        }
        return recovered >= MANY
                ? sentence(
                        situation,
                        recovered,
                        2 * timedOut > recovered
                                ? "time out and complete only because a catch component handles that"
                                : "complete only after a catch component has handled an error",
                        false)
                : "";
    }

    /** Returns the share of the events that end. */
    private static double share(Situation situation, ToDoubleFunction<FlowWindow> perSecond) {
        double ended = situation.traffic().throughput();
        return ended <= 0 ? 0 : situation.average(seen -> perSecond.applyAsDouble(seen.flow())) / ended;
    }

    private static String sentence(Situation situation, double share, String end, boolean uncaught) {
        OptionalInt place =
                situation.flow().placeOfMost(uncaught, i -> situation.averageOf(i, ComponentWindow::errors));
        return Sentence.of(
                " But %.0f %% of the events %s%s.",
                100 * share, end, place.isPresent() ? at(situation, place.getAsInt()) : "");
    }

    /** Names a component and the most frequent error that its task throws, if it throws one. */
    private static String at(Situation situation, int component) {
        return Sentence.of(
                ", most at '%s'%s",
                situation.name(component), new TaskErrors(situation, component).mostFrequent(", most often with "));
    }
}
