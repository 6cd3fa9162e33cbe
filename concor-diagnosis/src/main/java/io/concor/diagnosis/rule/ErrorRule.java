package io.concor.diagnosis.rule;

import io.concor.diagnosis.rule.Bottleneck.Place;
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
    private static final double OUTLASTED = 0.95;
    /** Names as in {@code latestError}. Not those of pools and locks, which tell of a shortage in this process. */
    private static final Set<String> TIMEOUTS =
            Set.of("TimeoutException", "HttpTimeoutException", "SocketTimeoutException", "ReadTimeoutException");

    private static final double UNSURE = 0.55;
    private static final double UNLIKELY = 0.3;

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
                                isLateItself(situation) ? UNSURE : OUTLASTED,
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
        String latest = situation.component(bottleneck.component()).latestError();
        return ServiceTimeRule.waits(situation, bottleneck)
                && latest != null
                && TIMEOUTS.contains(latest.substring(latest.lastIndexOf(' ') + 1));
    }

    /** Whether threads of this process that lack connections or processors may be the reason why a call takes long. */
    private static boolean isLateItself(Situation situation) {
        return ConnectionRule.isShort(situation) || HostRule.lacksProcessors(situation);
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
        return Math.max(
                0,
                seen.flow().components().get(component).errors() - seen.flow().timeouts());
    }
}
