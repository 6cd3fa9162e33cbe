package io.concor.diagnosis.rule;

import io.concor.TaskKind;
import io.concor.diagnosis.signal.FlowWindow.ComponentWindow;
import io.concor.diagnosis.verdict.Sentence;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Adds to a verdict that nothing limits a flow that many of its events fail. To fail fast limits nothing, so the verdict
 * alone would sound like praise.
 */
final class FailureNote {

    private static final double MANY = 0.2;

    private FailureNote() {}

    /** Returns a sentence with a space in front; empty if few events fail. */
    static String of(Situation situation) {
        double ended = situation.throughput();
        double failed = situation.average(seen -> seen.flow().failed());
        double timedOut = situation.average(seen -> seen.flow().timedOut());
        if (failed <= 0 || failed < MANY * ended) {
            return "";
        }
        return 2 * timedOut > failed
                ? sentence(situation, timedOut / ended, "end by timeout")
                : sentence(situation, failed / ended, "fail");
    }

    private static String sentence(Situation situation, double share, String end) {
        return Sentence.of(" But %.0f %% of the events %s%s.", 100 * share, end, place(situation));
    }

    private static String place(Situation situation) {
        return IntStream.range(0, situation.components())
                .boxed()
                .max(Comparator.<Integer>comparingDouble(i -> uncaught(situation, i))
                        .thenComparing(Comparator.reverseOrder()))
                .filter(i -> uncaught(situation, i) > 0)
                .map(i -> Sentence.of(", most at '%s'", situation.name(i)))
                .orElse("");
    }

    /** Of the errors of a component, at most as many end their events as each later catch component throws itself. */
    private static double uncaught(Situation situation, int component) {
        return IntStream.range(component, situation.components())
                .filter(i -> i == component || situation.component(i).kind() == TaskKind.CATCH)
                .mapToDouble(i -> situation.averageOf(i, ComponentWindow::errors))
                .min()
                .orElse(0);
    }
}
