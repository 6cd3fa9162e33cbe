package io.concor.diagnosis.rule;

import io.concor.diagnosis.rule.Bottleneck.Place;
import io.concor.diagnosis.signal.FlowWindow;
import io.concor.diagnosis.signal.FlowWindow.ComponentWindow;
import io.concor.diagnosis.signal.Observation;
import io.concor.diagnosis.verdict.Cause;
import io.concor.diagnosis.verdict.Sentence;
import io.concor.diagnosis.verdict.Verdict.Evidence;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Many events fail at the component that limits the flow. If a task bounds its wait itself and that time is over, what it waits
 * for is slow.
 */
final class ErrorRule implements CauseRule {

    private static final double MANY = 0.2;
    private static final double SURE = 0.94;
    private static final double SURE_OF_TIMEOUTS = 0.95;
    /** Less than what this process itself lacks, also if it is the compiler that uses it. */
    private static final double UNSURE = 0.47;

    private static final double UNLIKELY = 0.3;
    /** Rates of less than an event per second are those of few events. */
    private static final double ONE = 1;
    /** The last words of a type. Timeouts of pools and locks have other names and mean a shortage in this process. */
    private static final Set<String> TIMEOUTS =
            Set.of("TimeoutException", "HttpTimeoutException", "SocketTimeoutException", "ReadTimeoutException");

    @Override
    public Stream<Finding> check(Situation situation, Bottleneck bottleneck) {
        if (isSeen(situation, bottleneck)) {
            return areTimeouts(situation, bottleneck)
                    ? Stream.of(errors(situation, bottleneck, UNLIKELY), timeouts(situation, bottleneck))
                    : Stream.of(errors(situation, bottleneck, SURE));
        }
        return isStillSlow(situation, bottleneck) ? Stream.of(silence(situation, bottleneck)) : Stream.empty();
    }

    private static Finding errors(Situation situation, Bottleneck bottleneck, double confidence) {
        int component = bottleneck.component();
        Evidence errors = errors(situation, component);
        return Finding.of(
                Cause.DOWNSTREAM_ERRORS,
                component,
                confidence,
                Sentence.of(
                        "'%s' fails for %.0f %% of the events that reach it%s.",
                        situation.name(component),
                        100 * errors.value(),
                        type(situation, component, ", most often with ")),
                errors);
    }

    private static Finding timeouts(Situation situation, Bottleneck bottleneck) {
        int component = bottleneck.component();
        return slow(
                situation,
                bottleneck,
                Sentence.of(
                        "What '%s' waits for takes longer than its timeout: %.1f of its calls per second fail%s.",
                        situation.name(component),
                        thrown(situation, component),
                        type(situation, component, ", most with ")));
    }

    private static Finding silence(Situation situation, Bottleneck bottleneck) {
        return slow(
                situation,
                bottleneck,
                Sentence.of(
                        "What '%s' waits for is slow: none of its calls has ended in the last %d seconds.",
                        situation.name(bottleneck.component()),
                        situation.recent().size()));
    }

    private static Finding slow(Situation situation, Bottleneck bottleneck, String summary) {
        return Finding.of(
                slow(bottleneck),
                bottleneck.component(),
                mayProcessBeLate(situation, bottleneck) ? UNSURE : SURE_OF_TIMEOUTS,
                summary,
                errors(situation, bottleneck.component()));
    }

    private static Cause slow(Bottleneck bottleneck) {
        return bottleneck.place() == Place.TRANSITION ? Cause.SLOW_CALLBACK : Cause.SLOW_REMOTE;
    }

    /** Whether no call has ended since a wait was found to be too long. */
    private static boolean isStillSlow(Situation situation, Bottleneck bottleneck) {
        return ServiceTimeRule.waits(situation, bottleneck)
                && situation.named() == slow(bottleneck)
                && isSilent(situation, bottleneck.component());
    }

    /** Whether no event has left a task for as long as is remembered: then it is not known how long it takes. */
    static boolean isSilent(Situation situation, int component) {
        return situation.recent().size() >= LimitSigns.ENOUGH_WINDOWS
                && situation.recent().stream().allMatch(seen -> reached(seen.flow(), component) < ONE);
    }

    /** Whether tasks of the component that limits the flow end by a timeout of their own. */
    static boolean areOwnTimeouts(Situation situation) {
        Bottleneck bottleneck = Bottleneck.locate(situation);
        return isSeen(situation, bottleneck) && areTimeouts(situation, bottleneck);
    }

    private static boolean isSeen(Situation situation, Bottleneck bottleneck) {
        int component = bottleneck.component();
        return component >= 0 && bottleneck.place() != Place.RING && LimitSigns.isSeen(errors(situation, component));
    }

    private static boolean areTimeouts(Situation situation, Bottleneck bottleneck) {
        return ServiceTimeRule.waits(situation, bottleneck)
                && situation
                        .thrown(bottleneck.component())
                        .areMostly(type -> TIMEOUTS.contains(type.substring(type.lastIndexOf(' ') + 1)));
    }

    /** Whether it may be for a reason within this process that a call takes long. */
    private static boolean mayProcessBeLate(Situation situation, Bottleneck bottleneck) {
        return ConnectionRule.isShort(situation)
                || LockRule.isSeen(situation)
                || HostRule.lacksProcessors(situation)
                || HostRule.collects(situation)
                || bottleneck.place() == Place.STAGE
                        && StageRule.starved(situation, bottleneck.slot()) >= StageRule.STARVED;
    }

    /** A second in which no event left the task is like the others: calls that began together time out together. */
    private static Evidence errors(Situation situation, int component) {
        double share = share(thrown(situation, component), situation.average(seen -> reached(seen.flow(), component)));
        long windows = situation.recent().stream()
                .map(Observation::flow)
                .filter(seen -> reached(seen, component) < ONE ? share >= MANY : share(seen, component) >= MANY)
                .count();
        return new Evidence("task.errors", share, MANY, "share", (int) windows);
    }

    private static double share(FlowWindow seen, int component) {
        return share(thrown(seen, component), reached(seen, component));
    }

    /** An event may end in a later second than the one in which it failed. */
    private static double share(double errors, double reached) {
        return errors <= 0 ? 0 : errors / Math.max(errors, reached);
    }

    private static double thrown(Situation situation, int component) {
        return situation.average(seen -> thrown(seen.flow(), component));
    }

    /** A timeout counts as an error of the component that the event had reached, also if it only waited there. */
    private static double thrown(FlowWindow seen, int component) {
        ComponentWindow counted = seen.components().get(component);
        return counted.errors() - counted.timeouts();
    }

    /** The events that ended, without those that had waited too long there or in front of it, unless this was handled. */
    private static double reached(FlowWindow seen, int component) {
        double timeouts = IntStream.iterate(component, i -> i >= 0, i -> i - 1)
                .mapToObj(seen.components()::get)
                .takeWhile(before -> !before.kind().handlesErrors())
                .mapToDouble(ComponentWindow::timeouts)
                .sum();
        return Math.max(thrown(seen, component), seen.throughput() - timeouts);
    }

    private static String type(Situation situation, int component, String words) {
        return situation.thrown(component).mostFrequent().map(words::concat).orElse("");
    }
}
