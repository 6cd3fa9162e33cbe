package io.concor.diagnosis.rule;

import io.concor.diagnosis.rule.Bottleneck.Place;
import io.concor.diagnosis.signal.FlowWindow.ComponentWindow;
import io.concor.diagnosis.signal.Observation;
import io.concor.diagnosis.verdict.Cause;
import io.concor.diagnosis.verdict.Sentence;
import io.concor.diagnosis.verdict.Verdict.Evidence;
import java.util.Set;
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
    /** As in {@code latestError}. Timeouts of pools and locks have other names and tell of a shortage in this process. */
    private static final Set<String> TIMEOUTS =
            Set.of("TimeoutException", "HttpTimeoutException", "SocketTimeoutException", "ReadTimeoutException");

    @Override
    public Stream<Finding> check(Situation situation, Bottleneck bottleneck) {
        if (!isSeen(situation, bottleneck)) {
            return Stream.empty();
        }
        int component = bottleneck.component();
        Evidence errors = errors(situation, component);
        String failing = Sentence.of(
                "'%s' fails for %.0f %% of the events%s",
                situation.name(component), 100 * share(situation, component), FailureNote.latest(situation, component));
        boolean timeouts = areTimeouts(situation, bottleneck);
        Finding failure =
                Finding.of(Cause.DOWNSTREAM_ERRORS, component, timeouts ? UNLIKELY : SURE, failing + ".", errors);
        return timeouts
                ? Stream.of(
                        failure,
                        Finding.of(
                                bottleneck.place() == Place.TRANSITION ? Cause.SLOW_CALLBACK : Cause.SLOW_REMOTE,
                                component,
                                mayProcessBeLate(situation, bottleneck) ? UNSURE : SURE_OF_TIMEOUTS,
                                failing + ": what it waits for takes longer than that timeout.",
                                errors))
                : Stream.of(failure);
    }

    /** Whether tasks of the component that limits the flow end by a timeout of their own. */
    static boolean areOwnTimeouts(Situation situation) {
        Bottleneck bottleneck = Bottleneck.locate(situation);
        return isSeen(situation, bottleneck) && areTimeouts(situation, bottleneck);
    }

    private static boolean isSeen(Situation situation, Bottleneck bottleneck) {
        int component = bottleneck.component();
        return component >= 0
                && bottleneck.place() != Place.RING
                && LimitSigns.isSeen(errors(situation, component))
                && share(situation, component) >= MANY;
    }

    private static boolean areTimeouts(Situation situation, Bottleneck bottleneck) {
        long windows = situation.recent().stream()
                .map(seen ->
                        seen.flow().components().get(bottleneck.component()).latestError())
                .filter(latest -> latest != null && TIMEOUTS.contains(latest.substring(latest.lastIndexOf(' ') + 1)))
                .count();
        return ServiceTimeRule.waits(situation, bottleneck) && windows >= LimitSigns.ENOUGH_WINDOWS;
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

    private static Evidence errors(Situation situation, int component) {
        return situation.evidence(
                "task.errors",
                seen -> share(errors(seen, component), seen.flow().throughput()),
                MANY,
                "share");
    }

    private static double share(Situation situation, int component) {
        return share(situation.average(seen -> errors(seen, component)), situation.throughput());
    }

    /** An event may end in a later second than the one in which it failed. */
    private static double share(double errors, double ended) {
        return errors <= 0 ? 0 : errors / Math.max(errors, ended);
    }

    /** A timeout counts as an error of the component that the event had reached, also if it only waited there. */
    private static double errors(Observation seen, int component) {
        ComponentWindow counted = seen.flow().components().get(component);
        return counted.errors() - counted.timeouts();
    }
}
