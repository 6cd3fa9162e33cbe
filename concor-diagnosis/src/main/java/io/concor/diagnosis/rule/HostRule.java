package io.concor.diagnosis.rule;

import io.concor.diagnosis.rule.Bottleneck.Place;
import io.concor.diagnosis.signal.HostWindow;
import io.concor.diagnosis.verdict.Cause;
import io.concor.diagnosis.verdict.Sentence;
import io.concor.diagnosis.verdict.Verdict.Evidence;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Causes outside of the flow's threads: processors, other processes, the garbage collector. Busy processors limit a flow
 * only if its threads compute or wait for a processor, and not if they wait for something else.
 */
final class HostRule implements CauseRule {

    private static final double COLLECTION = 0.1;
    /** Share of the processors from which on this process keeps them busy. */
    static final double PROCESS_SATURATED = 0.85;

    private static final double SYSTEM_SATURATED = 0.93;
    private static final double OTHERS = 0.3;
    private static final double THREADS_PER_PROCESSOR = 4;
    private static final double NEIGHBOUR_STARVES = 0.2;
    private static final double OUTSIDE_STARVED = 0.4;
    /** By how much figures must fall below their bounds before a neighbour that was named no longer is. */
    private static final double STILL_NAMED = 0.8;
    /** What virtual threads use is not known. */
    private static final double UNKNOWN_USER = 0.6;

    @Override
    public Stream<Finding> check(Situation situation, Bottleneck bottleneck) {
        Stream<Finding> processors =
                wantsProcessors(situation, bottleneck) ? processors(situation, bottleneck) : Stream.empty();
        return Stream.concat(collection(situation), processors);
    }

    private static Stream<Finding> collection(Situation situation) {
        Evidence share = situation.evidence("jvm.gc.pause", seen -> seen.host().collection(), COLLECTION, "share");
        return share.value() < COLLECTION
                ? Stream.empty()
                : Stream.of(Finding.of(
                        Cause.GARBAGE_COLLECTION,
                        Finding.WHOLE_FLOW,
                        0.75 + share.value(),
                        Sentence.of(
                                "Garbage collection stops the application for %.0f %% of the time.",
                                100 * share.value()),
                        share));
    }

    /** Whether the threads that limit the flow use processors, or wait for one for much of their time. */
    private static boolean wantsProcessors(Situation situation, Bottleneck bottleneck) {
        return switch (bottleneck.place()) {
            case STAGE ->
                StageRule.computes(situation, bottleneck.slot())
                        || isStarved(situation, bottleneck.slot(), StageRule.STARVED)
                        || situation.isVirtual(bottleneck.slot()) && saturates(situation);
            case TRANSITION -> false;
            case OUTSIDE, RING, NOWHERE ->
                bottleneck.component() >= 0 && situation.computes(bottleneck.component())
                        || situation.runnable().orElse(0) >= OUTSIDE_STARVED * Math.max(outside(situation), 1);
        };
    }

    /** Whether threads of this process wait for processors, which are all busy. */
    static boolean lacksProcessors(Situation situation) {
        return areBusy(situation) && situation.runnable().orElse(0) >= 1;
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

    private static double outside(Situation situation) {
        return IntStream.range(0, situation.components())
                .mapToDouble(i ->
                        situation.averageOf(i, seen -> seen.runningOutside().average()))
                .sum();
    }

    private static Stream<Finding> processors(Situation situation, Bottleneck bottleneck) {
        Situation load = bottleneck.place() == Place.OUTSIDE ? ofTheLoad(situation) : situation;
        List<Finding> users = Stream.concat(ownUse(load, bottleneck), neighbour(situation, bottleneck))
                .toList();
        return users.isEmpty() ? StarvedThreads.of(situation, bottleneck) : users.stream();
    }

    /** A load of callers' threads may have begun within the last seconds. */
    private static Situation ofTheLoad(Situation situation) {
        return saturates(situation) ? situation : situation.latest(Bottleneck.WHOLE_SECONDS);
    }

    private static boolean saturates(Situation situation) {
        return saturates(situation, situation.process().orElse(0));
    }

    private static Stream<Finding> ownUse(Situation situation, Bottleneck bottleneck) {
        double processors = situation.processors();
        double used = situation.process().orElse(0);
        if (!saturates(situation, used)) {
            return Stream.empty();
        }
        double threads =
                bottleneck.slot() < 0 ? 0 : situation.threads(bottleneck.slot()) * situation.busy(bottleneck.slot());
        boolean elsewhere = isUsedElsewhere(situation, used);
        boolean virtual = bottleneck.slot() >= 0 && situation.isVirtual(bottleneck.slot());
        boolean tooMany = !elsewhere && !virtual && threads > THREADS_PER_PROCESSOR * processors;
        int windows = situation.recent().size();
        Evidence cpu = use(situation, used);
        Evidence running =
                new Evidence("slot.threads.busy", threads, THREADS_PER_PROCESSOR * processors, "threads", windows);
        int component = bottleneck.component() < 0 ? mostRunning(situation) : bottleneck.component();
        return Stream.of(
                Finding.of(
                        Cause.TOO_MANY_THREADS,
                        component,
                        tooMany ? 0.92 : 0.3,
                        Sentence.of(
                                "%.0f threads compute in '%s', on %.0f processors, which are busy.",
                                threads, situation.name(component), processors),
                        running,
                        cpu),
                elsewhere
                        ? Finding.of(
                                Cause.CPU,
                                Finding.WHOLE_FLOW,
                                0.92,
                                Sentence.of(
                                        "This process uses %.1f of %.0f processors, and the threads of this flow only %.1f: the rest of the application uses most.",
                                        used, processors, ofSlots(situation).orElse(0)),
                                cpu)
                        : inStage(situation, component, used, cpu, virtual, tooMany));
    }

    private static Finding inStage(
            Situation situation, int component, double used, Evidence cpu, boolean virtual, boolean tooMany) {
        return virtual
                ? Finding.of(
                        Cause.CPU,
                        Finding.WHOLE_FLOW,
                        UNKNOWN_USER,
                        Sentence.of(
                                "This process uses %.1f of %.0f processors; how much of that the virtual threads in '%s' use is not known.",
                                used, situation.processors(), situation.name(component)),
                        cpu)
                : Finding.of(
                        Cause.CPU,
                        component,
                        tooMany ? 0.45 : 0.92,
                        Sentence.of(
                                "This process uses %.1f of %.0f processors, mostly in '%s'.",
                                used, situation.processors(), situation.name(component)),
                        cpu);
    }

    /** The figure by which {@link #saturates} decides. */
    private static Evidence use(Situation situation, double used) {
        double saturated = PROCESS_SATURATED * situation.processors();
        double half = situation.system().orElse(0) / 2;
        return new Evidence(
                "process.cpu.usage",
                used,
                used >= saturated ? saturated : half,
                "processors",
                situation.recent().size());
    }

    /** Whether the threads of the flow, which run all its components, use less than half of what this process uses. */
    private static boolean isUsedElsewhere(Situation situation, double used) {
        OptionalDouble ofSlots = ofSlots(situation);
        return ofSlots.isPresent() && ofSlots.getAsDouble() < used / 2 && outside(situation) < 1;
    }

    /** Returns how many processors the threads of the flow use; unknown if they are virtual. */
    private static OptionalDouble ofSlots(Situation situation) {
        double all = 0;
        for (int slot = 0; slot < situation.components(); slot++) {
            OptionalDouble share = situation.processorShare(slot);
            if (situation.settings(slot) != null && share.isEmpty()) {
                return OptionalDouble.empty();
            }
            all += situation.threads(slot) * share.orElse(0);
        }
        return OptionalDouble.of(all);
    }

    /** Whether this process keeps the processors busy, alone or as the largest user of them. */
    private static boolean saturates(Situation situation, double used) {
        double processors = situation.processors();
        double all = situation.system().orElse(0);
        return used >= PROCESS_SATURATED * processors || all >= SYSTEM_SATURATED * processors && used >= all / 2;
    }

    private static int mostRunning(Situation situation) {
        return IntStream.range(0, situation.components())
                .boxed()
                .max(Comparator.comparingDouble(i -> situation.averageOf(
                        i,
                        seen -> seen.running().average() + seen.runningOutside().average())))
                .orElse(0);
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
        double processors = situation.processors() * eased(situation);
        double all = situation.system().orElse(0);
        double others = all - situation.process().orElse(all);
        int windows = situation.recent().size();
        return all < SYSTEM_SATURATED * processors || others < OTHERS * processors
                ? Stream.empty()
                : Stream.of(Finding.of(
                        Cause.NOISY_NEIGHBOUR,
                        Finding.WHOLE_FLOW,
                        0.8 + 0.2 * others / situation.processors(),
                        Sentence.of(
                                "Other processes use %.1f of %.0f processors, which are all busy.",
                                others, situation.processors()),
                        new Evidence("system.cpu.others", others, OTHERS * processors, "processors", windows),
                        new Evidence("system.cpu.usage", all, SYSTEM_SATURATED * processors, "processors", windows)));
    }
}
