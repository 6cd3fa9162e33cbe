package io.concor.diagnosis.rule;

import io.concor.diagnosis.rule.Bottleneck.Place;
import io.concor.diagnosis.signal.FlowWindow.SlotWindow;
import io.concor.diagnosis.signal.Observation;
import io.concor.diagnosis.verdict.Cause;
import io.concor.diagnosis.verdict.Sentence;
import io.concor.diagnosis.verdict.Verdict.Evidence;
import java.util.stream.Stream;

/**
 * Nearly all events end by timeout because one task outlasts them: more threads would only let more events wait for it.
 * Events that time out in a queue, in front of tasks that take less, want more threads.
 */
final class TimeoutRule implements CauseRule {

    private static final double NEARLY_ALL = 0.9;
    /** Times are averages of different events, so they need not fit exactly. */
    private static final double OUTLASTS = 0.8;

    @Override
    public Stream<Finding> check(Situation situation, Bottleneck bottleneck) {
        Evidence timeouts = timeouts(situation);
        return areNearlyAll(timeouts) && outlasts(situation, bottleneck)
                ? Stream.of(Finding.of(
                        cause(situation, bottleneck),
                        bottleneck.component(),
                        0.95,
                        Sentence.of(
                                "%.0f %% of the events time out, because '%s' takes longer than that.",
                                100 * timeouts.value(), situation.name(bottleneck.component())),
                        timeouts))
                : Stream.empty();
    }

    /** Whether events end by timeout because of one task. Then no finished task tells how long it takes. */
    static boolean isSeen(Situation situation) {
        return areNearlyAll(timeouts(situation)) && outlasts(situation, Bottleneck.locate(situation));
    }

    private static boolean areNearlyAll(Evidence timeouts) {
        return LimitSigns.isSeen(timeouts) && timeouts.value() >= NEARLY_ALL;
    }

    private static boolean outlasts(Situation situation, Bottleneck bottleneck) {
        return switch (bottleneck.place()) {
            case TRANSITION -> true;
            case STAGE ->
                !StageRule.areComputing(situation, bottleneck.slot())
                        && !StageRule.isMostlyStarved(situation, bottleneck.slot())
                        && outlasts(situation, bottleneck.slot());
            case OUTSIDE, RING, NOWHERE -> false;
        };
    }

    /** By Little's law: an event has a thread for as long as it is inside, or longer. */
    private static boolean outlasts(Situation situation, int slot) {
        double threads = situation.threads(slot) * situation.busy(slot);
        double inside = situation.average(seen -> seen.flow().inFlight().average());
        return threads * situation.throughput() >= OUTLASTS * inside * situation.averageOfSlot(slot, SlotWindow::taken);
    }

    private static Evidence timeouts(Situation situation) {
        return situation.evidence("flow.timed.out", TimeoutRule::share, NEARLY_ALL, "share");
    }

    private static double share(Observation seen) {
        double ended = seen.flow().throughput();
        return ended <= 0 ? 0 : Math.min(1, seen.flow().timeouts() / ended);
    }

    private static Cause cause(Situation situation, Bottleneck bottleneck) {
        if (bottleneck.place() == Place.TRANSITION) {
            return Cause.SLOW_CALLBACK;
        }
        return situation.component(bottleneck.component()).kind().blocks() ? Cause.SLOW_REMOTE : Cause.SLOW_MESSAGES;
    }
}
