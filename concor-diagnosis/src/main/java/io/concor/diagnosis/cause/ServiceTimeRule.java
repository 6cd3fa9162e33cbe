package io.concor.diagnosis.cause;

import io.concor.diagnosis.situation.Baseline.Known;
import io.concor.diagnosis.situation.Baseline.Slowdown;
import io.concor.diagnosis.situation.Bottleneck;
import io.concor.diagnosis.situation.Bottleneck.Place;
import io.concor.diagnosis.situation.LockUse;
import io.concor.diagnosis.situation.PoolShortage;
import io.concor.diagnosis.situation.Situation;
import io.concor.diagnosis.situation.StageLoad;
import io.concor.diagnosis.verdict.Cause;
import io.concor.statistics.DurationHistogram;
import io.concor.text.Sentence;
import java.util.Optional;
import java.util.stream.Stream;

/** Causes that show in the times of the component that limits the flow. */
final class ServiceTimeRule implements CauseRule {

    private static final double NANOS_PER_MICRO = 1e3;
    private static final double OUTLIERS = 10;
    private static final double SKEWED = 2.5;
    private static final double FEW = 0.9;
    private static final int ENOUGH_SAMPLES = 50;
    /** How much later threads of clients that lack a processor may call continuations. */
    private static final double STARVED_CLIENTS = 2;

    @Override
    public Stream<Finding> check(Situation situation, Bottleneck bottleneck) {
        if (bottleneck.component() < 0 || bottleneck.place() == Place.RING || bottleneck.place() == Place.STORE) {
            return Stream.empty();
        }
        return Stream.concat(
                isMostlyStarved(situation, bottleneck) ? Stream.empty() : outliers(situation, bottleneck.component()),
                bottleneck.waits(situation) ? slower(situation, bottleneck) : Stream.empty());
    }

    /** Times that threads mostly spent waiting for a processor tell nothing about their tasks. */
    private static boolean isMostlyStarved(Situation situation, Bottleneck bottleneck) {
        return bottleneck.stage(situation).filter(StageLoad::isMostlyStarved).isPresent();
    }

    private static Stream<Finding> slower(Situation situation, Bottleneck bottleneck) {
        return situation
                .baseline()
                .slowdown(situation, bottleneck.component())
                .filter(slowdown -> !isWaitForProcessor(situation, bottleneck, slowdown))
                .map(slowdown -> slower(situation, bottleneck, slowdown))
                .or(() -> perhapsSlow(situation, bottleneck))
                .stream();
    }

    /** What has been slow since the start is not known to be: its usual time is not known. */
    private static Optional<Finding> perhapsSlow(Situation situation, Bottleneck bottleneck) {
        int component = bottleneck.component();
        boolean transition =
                bottleneck.place() == Place.TRANSITION && !situation.baseline().isKnown(component);
        double certainty = situation.host().lacksProcessors() ? Confidence.TIMES_IF_CALLBACKS_ARE_DELAYED : 1;
        if (transition) {
            return Optional.of(Finding.of(Cause.SLOW_CALLBACK, component, certainty * Confidence.PERHAPS_SLOW)
                    .says(
                            "Most events wait for the continuation of '%s'. How long that usually takes is not known.",
                            situation.name(component)));
        }
        return bottleneck
                .stage(situation)
                .filter(stage -> stage.mayCallSlowSystem(component))
                .map(stage -> Finding.of(Cause.SLOW_REMOTE, component, certainty * Confidence.PERHAPS_SLOW)
                        .says(
                                "Threads in '%s' wait for another system or a disk. How long that usually takes is not known.",
                                situation.name(component)));
    }

    /** Whether threads that mostly wait for a processor would not be slow without that wait. */
    private static boolean isWaitForProcessor(Situation situation, Bottleneck bottleneck, Slowdown slowdown) {
        return isMostlyStarved(situation, bottleneck)
                && slowdown.factor() * (1 - situation.stage(bottleneck.slot()).starved()) < slowdown.bound();
    }

    private static Finding slower(Situation situation, Bottleneck bottleneck, Slowdown slowdown) {
        Cause cause = bottleneck.place() == Place.TRANSITION ? Cause.SLOW_CALLBACK : Cause.SLOW_REMOTE;
        double most = Math.min(Confidence.SLOWDOWN_AT_MOST, Confidence.SLOWDOWN_AT_LEAST + 0.02 * slowdown.factor());
        double confidence = certaintyOfSlowdown(situation, bottleneck, slowdown) * most;
        return Finding.of(cause, bottleneck.component(), confidence)
                .says(
                        sentence(slowdown.known()),
                        situation.name(bottleneck.component()),
                        slowdown.factor(),
                        Sentence.duration(slowdown.nanos() / NANOS_PER_MICRO))
                .because(situation.evidence("task.slowdown", slowdown.factor(), slowdown.bound(), "times"));
    }

    private static String sentence(Known known) {
        return switch (known) {
            case FROM_MOST -> "'%s' takes %.1f times as long as usual, in the median %s.";
            case FROM_A_FIFTH ->
                "'%s' takes %.1f times as long as usual for a fifth of the messages or more, at least %s.";
            case FROM_THOSE_THAT_WAIT ->
                "'%s' takes at least %.1f times as long as usual: events have waited there for %s or more on average, and few leave it.";
        };
    }

    /**
     * While threads wait for connections, processors or each other, the times of tasks contain that wait and tell less
     * about the tasks. With another number of threads it was another one.
     */
    private static double certaintyOfOutliers(Situation situation) {
        return situation.mixedTimes()
                        || PoolShortage.mayDelay(situation)
                        || LockUse.isSeen(situation)
                        || situation.host().lacksProcessors()
                ? Confidence.TIMES_IF_TASKS_ARE_DELAYED
                : 1;
    }

    /** How long a continuation is awaited does not depend on the threads. */
    private static double certaintyOfSlowdown(Situation situation, Bottleneck bottleneck, Slowdown slowdown) {
        boolean transition = bottleneck.place() == Place.TRANSITION;
        if (mayBeStarved(situation, bottleneck, slowdown)) {
            return transition ? Confidence.TIMES_IF_CALLBACKS_ARE_DELAYED : Confidence.TIMES_IF_TASKS_ARE_DELAYED;
        }
        int component = bottleneck.component();
        boolean connecting = PoolShortage.mayDelay(situation) && !PoolShortage.remains(situation, component, slowdown);
        return situation.mixedTimes() && !transition || connecting || LockUse.explains(situation, component, slowdown)
                ? Confidence.TIMES_IF_TASKS_ARE_DELAYED
                : 1;
    }

    /** Whether the threads of a stage, without the time in which they may have waited for a processor, are not slow. */
    private static boolean mayBeStarved(Situation situation, Bottleneck bottleneck, Slowdown slowdown) {
        if (!situation.host().lacksProcessors()) {
            return false;
        }
        if (bottleneck.place() == Place.TRANSITION) {
            return situation.host().starvesItself() || slowdown.factor() < STARVED_CLIENTS * slowdown.bound();
        }
        int slot = bottleneck.slot();
        double threads = slot < 0 ? 1 : situation.stage(slot).busyThreads();
        double starved = Math.min(1, situation.host().runnable() / Math.max(1, threads));
        return slowdown.factor() * (1 - starved) < slowdown.bound();
    }

    /**
     * A few messages, fewer than one in ten, that take much longer than the others: the mean is far above the median. If more
     * do, what the component waits for has become slow. Where most take microseconds, their times scatter around the median,
     * but all of them are much shorter than those of the few.
     */
    private static Stream<Finding> outliers(Situation situation, int component) {
        DurationHistogram service = situation.times().service().get(component);
        double median = Math.max(1, service.nanosAt(0.5));
        double p995 = service.nanosAt(0.995) / median;
        double mean = service.meanNanos() / median;
        double most = service.nanosAt(FEW);
        boolean few = most < OUTLIERS * median || OUTLIERS * most < service.nanosAt(0.995);
        return service.samples() < ENOUGH_SAMPLES || p995 < OUTLIERS || mean < SKEWED || !few
                ? Stream.empty()
                : Stream.of(Finding.of(
                                Cause.SLOW_MESSAGES,
                                component,
                                certaintyOfOutliers(situation) * Confidence.SLOW_MESSAGES)
                        .says(
                                "A few messages take %.0f times as long in '%s' as the others and delay those that follow.",
                                p995, situation.name(component))
                        .because(
                                situation.evidence("task.p995.to.median", p995, OUTLIERS, "times"),
                                situation.evidence("task.mean.to.median", mean, SKEWED, "times")));
    }
}
