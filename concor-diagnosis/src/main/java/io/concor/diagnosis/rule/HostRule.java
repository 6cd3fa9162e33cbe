package io.concor.diagnosis.rule;

import io.concor.diagnosis.rule.Bottleneck.Place;
import io.concor.diagnosis.signal.HostWindow;
import io.concor.diagnosis.verdict.Cause;
import io.concor.diagnosis.verdict.Sentence;
import io.concor.diagnosis.verdict.Verdict.Evidence;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Causes outside of the flow's threads: processors, other processes, the garbage collector. Busy processors limit a flow
 * only if its threads compute or wait for a processor, and not if they wait for something else; or if it waits for
 * continuations, whose threads may lack one.
 */
final class HostRule implements CauseRule {

    private static final double COLLECTION = 0.1;
    /** A collection whose threads lack processors takes longer for that alone. */
    private static final double SLOWED_DOWN = 0.65;
    /** Share of the processors from which on this process keeps them busy. */
    static final double PROCESS_SATURATED = 0.85;

    static final double SYSTEM_SATURATED = 0.93;
    private static final double OTHERS = 0.3;
    /** Share of the time in which threads of the system wait for a processor. */
    private static final double PRESSED = 0.5;

    private static final double NEIGHBOUR_STARVES = 0.2;
    private static final double OUTSIDE_STARVED = 0.4;
    /** Less than that a callee is slow where that is known, more than where it may be the wait for a processor. */
    private static final double CLIENTS_MAY_LACK = 0.8;
    /** By how much figures must fall below their bounds before a neighbour that was named no longer is. */
    private static final double STILL_NAMED = 0.8;

    @Override
    public Stream<Finding> check(Situation situation, Bottleneck bottleneck) {
        return Stream.concat(
                collection(situation),
                missingProcessors(situation, bottleneck).map(finding -> withPressure(situation, finding)));
    }

    private static Finding withPressure(Situation situation, Finding finding) {
        if (situation.pressure().isEmpty()) {
            return finding;
        }
        Evidence pressure = situation.evidence(
                "system.cpu.pressure", seen -> seen.host().pressure().orElse(0), PRESSED, "share");
        return pressure.value() >= PRESSED ? finding.and(pressure) : finding.against(pressure);
    }

    private static Stream<Finding> missingProcessors(Situation situation, Bottleneck bottleneck) {
        if (!wantsProcessors(situation, bottleneck)) {
            return Stream.empty();
        }
        return bottleneck.place() == Place.TRANSITION
                ? ofClients(situation, bottleneck.component())
                : processors(situation, bottleneck);
    }

    private static Stream<Finding> ofClients(Situation situation, int transition) {
        Stream<Finding> users = OwnUse.saturates(situation)
                ? OwnUse.ofClients(situation, transition)
                : neighbour(situation, Bottleneck.ELSEWHERE);
        return users.map(finding -> finding.atMost(CLIENTS_MAY_LACK));
    }

    private static Stream<Finding> collection(Situation situation) {
        Evidence share = collected(situation);
        return !collects(situation)
                ? Stream.empty()
                : Stream.of(Finding.of(
                        Cause.GARBAGE_COLLECTION,
                        Finding.WHOLE_FLOW,
                        (0.75 + share.value()) * (lacksProcessors(situation) ? SLOWED_DOWN : 1),
                        Sentence.of(
                                "Garbage collection stops the application for %.0f %% of the time.",
                                100 * share.value()),
                        share));
    }

    /** Whether garbage collections stop the application for much of the time. */
    static boolean collects(Situation situation) {
        return collected(situation).value() >= COLLECTION;
    }

    private static Evidence collected(Situation situation) {
        return situation.evidence("jvm.gc.overhead", seen -> seen.host().collection(), COLLECTION, "share");
    }

    /** Whether the threads that limit the flow use processors, or wait for one for much of their time. */
    private static boolean wantsProcessors(Situation situation, Bottleneck bottleneck) {
        return switch (bottleneck.place()) {
            case STAGE ->
                StageRule.areComputing(situation, bottleneck.slot())
                        || isStarved(situation, bottleneck.slot(), StageRule.STARVED)
                        || situation.isVirtual(bottleneck.slot()) && OwnUse.saturates(situation);
            case TRANSITION -> starvesClients(situation);
            case OUTSIDE, RING, NOWHERE ->
                bottleneck.component() >= 0 && situation.isComputingTask(bottleneck.component())
                        || situation.runnable().orElse(0) >= OUTSIDE_STARVED * Math.max(outside(situation), 1);
        };
    }

    /**
     * Whether threads of this process wait for processors for much of the time for which they want one, so that those
     * which call continuations probably do, too.
     */
    static boolean starvesClients(Situation situation) {
        double waiting = situation.runnable().orElse(0);
        double busy = SYSTEM_SATURATED * situation.processors() * eased(situation);
        return situation.system().orElse(0) >= busy
                && waiting
                        >= Math.max(
                                1,
                                StageRule.STARVED
                                        * (waiting + situation.process().orElse(0)));
    }

    /**
     * Whether this process keeps the processors busy, and its threads wait for one for longer than they have one. The few that
     * call all continuations may be late by any time then.
     */
    static boolean starvesItself(Situation situation) {
        return OwnUse.saturates(situation)
                && situation.runnable().orElse(0) >= situation.process().orElse(0);
    }

    /** Whether threads of this process wait for processors, which are all busy. */
    static boolean lacksProcessors(Situation situation) {
        return areBusy(situation) && situation.runnable().orElse(0) >= 1;
    }

    /**
     * Whether threads that limit the flow want processors that are all busy, mostly for others than the flow: how much of
     * them more or fewer threads would get is not known.
     */
    static boolean leavesUnknownShare(Situation situation) {
        double all = situation.system().orElse(0);
        return lacksProcessors(situation)
                && OwnUse.ofSlots(situation).orElse(all) < all / 2
                && wantsProcessors(situation, Bottleneck.locate(situation));
    }

    /** Whether all processors are busy, whoever uses them. */
    static boolean areBusy(Situation situation) {
        return situation.system().orElse(0) >= SYSTEM_SATURATED * situation.processors();
    }

    /** Whether all processors were busy in a window, and this process used most of them. */
    static boolean areBusy(HostWindow seen) {
        double all = seen.system().orElse(0);
        return all >= SYSTEM_SATURATED * seen.processors() && seen.process().orElse(0) >= all / 2;
    }

    static double outside(Situation situation) {
        return IntStream.range(0, situation.components())
                .mapToDouble(i ->
                        situation.averageOf(i, seen -> seen.runningOutside().average()))
                .sum();
    }

    private static Stream<Finding> processors(Situation situation, Bottleneck bottleneck) {
        Situation load = bottleneck.place() == Place.OUTSIDE ? ofTheLoad(situation) : situation;
        List<Finding> users = Stream.concat(OwnUse.of(load, bottleneck), neighbour(situation, bottleneck))
                .toList();
        return users.isEmpty() ? StarvedThreads.of(situation, bottleneck) : users.stream();
    }

    /** A load of callers' threads may have begun within the last seconds. */
    private static Situation ofTheLoad(Situation situation) {
        return OwnUse.saturates(situation) ? situation : situation.latest(Bottleneck.WHOLE_SECONDS);
    }

    /** The bounds of a cause that was named are lower, or it would alternate with another at its bounds. */
    private static double eased(Situation situation) {
        return situation.named() == Cause.NOISY_NEIGHBOUR ? STILL_NAMED : 1;
    }

    private static boolean isStarved(Situation situation, int slot, double bound) {
        return StageRule.starved(situation, slot) >= bound * eased(situation)
                || Bottleneck.lacksCarriers(situation, slot);
    }

    /** Threads that get all the processor time that they want are not limited by other processes. */
    private static Stream<Finding> neighbour(Situation situation, Bottleneck bottleneck) {
        if (bottleneck.place() == Place.STAGE && !isStarved(situation, bottleneck.slot(), NEIGHBOUR_STARVES)) {
            return Stream.empty();
        }
        double eased = eased(situation);
        double all = situation.system().orElse(0);
        double others = all - situation.process().orElse(all);
        double processors = situation.processors();
        int windows = situation.recent().size();
        return all < SYSTEM_SATURATED * processors * eased || others < OTHERS * processors * eased
                ? Stream.empty()
                : Stream.of(Finding.of(
                        Cause.NOISY_NEIGHBOUR,
                        Finding.WHOLE_FLOW,
                        0.8 + 0.2 * others / processors,
                        Sentence.of(
                                "Other processes use %.1f of %.0f processors, which are all busy.", others, processors),
                        new Evidence("system.cpu.others", others / processors, OTHERS * eased, "share", windows),
                        new Evidence(
                                "system.cpu.usage", all / processors, SYSTEM_SATURATED * eased, "share", windows)));
    }
}
