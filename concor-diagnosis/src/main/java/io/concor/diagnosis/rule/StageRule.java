package io.concor.diagnosis.rule;

import io.concor.diagnosis.rule.Bottleneck.Place;
import io.concor.diagnosis.signal.StackProfile;
import io.concor.diagnosis.verdict.Cause;
import io.concor.diagnosis.verdict.Sentence;
import io.concor.diagnosis.verdict.Verdict.Evidence;
import java.util.stream.Stream;

/**
 * Causes within a stage whose threads are always busy. The first question is whether they compute or wait; the second,
 * whether they may be more.
 */
final class StageRule implements CauseRule {

    /** Share of the busy time above which threads compute rather than wait. */
    private static final double COMPUTING = 0.5;

    /** Share of the busy time for which threads wait for a processor, from which on they lack one. */
    static final double STARVED = 0.3;

    /** The same share, from which on little of the time is left for anything else. */
    private static final double MOSTLY_STARVED = 0.6;

    private static final double LEAST_USE = 0.01;
    private static final double USEFUL = 0.7;
    /** Virtual threads may wait, or lack the processors that are all busy. */
    private static final double PERHAPS_USEFUL = 0.5;

    private static final double USELESS = 0.2;

    @Override
    public Stream<Finding> check(Situation situation, Bottleneck bottleneck) {
        if (bottleneck.place() != Place.STAGE
                || Bottleneck.lacksCarriers(situation, bottleneck.slot())
                || KeyRule.waitForEachOther(situation, bottleneck.slot())) {
            return Stream.empty();
        }
        return Stream.of(
                situation.requiresOneThread(bottleneck.slot())
                        ? single(situation, bottleneck)
                        : tooFew(situation, bottleneck));
    }

    private static Finding single(Situation situation, Bottleneck bottleneck) {
        String component = situation.name(bottleneck.component());
        return Finding.of(
                Cause.SINGLE_THREAD,
                bottleneck.component(),
                starved(situation, bottleneck.slot()) < STARVED ? 0.9 : 0.6,
                Sentence.of(
                        "The single thread of slot '%s' is busy for %.0f %% of the time, mostly in '%s'.",
                        situation.name(bottleneck.slot()), 100 * situation.busy(bottleneck.slot()), component),
                busy(situation, bottleneck.slot()));
    }

    private static Finding tooFew(Situation situation, Bottleneck bottleneck) {
        int slot = bottleneck.slot();
        int threads = situation.threads(slot);
        boolean computes = areComputing(situation, slot);
        boolean starve = starved(situation, slot) >= STARVED;
        boolean useful = !computes && !starve || leavesProcessors(situation, slot, computes && !starve);
        Finding finding = Finding.of(
                Cause.TOO_FEW_THREADS,
                bottleneck.component(),
                useful ? usefulness(situation, slot) : USELESS,
                allBusy(situation, bottleneck, computes),
                busy(situation, slot));
        return situation.processorShare(slot).isPresent() ? finding.against(processor(situation, slot)) : finding;
    }

    /**
     * Whether more threads that compute would find processors.
     *
     * @param partly whether they get those that they want, so that each needs one for a part of its time only
     */
    private static boolean leavesProcessors(Situation situation, int slot, boolean partly) {
        double share = partly ? situation.computingShare(slot).orElse(1) : 1;
        return situation.threads(slot) * share < situation.processors()
                && situation.lastingUse().orElse(0) < HostRule.PROCESS_SATURATED * situation.processors();
    }

    private static double usefulness(Situation situation, int slot) {
        return situation.isVirtual(slot)
                        && HostRule.lacksProcessors(situation)
                        && !OwnUse.isSaturatedByCompiler(situation)
                ? PERHAPS_USEFUL
                : USEFUL;
    }

    private static String allBusy(Situation situation, Bottleneck bottleneck, boolean computes) {
        String slot = situation.name(bottleneck.slot());
        String component = situation.name(bottleneck.component());
        int threads = situation.threads(bottleneck.slot());
        boolean starve = starved(situation, bottleneck.slot()) >= STARVED;
        String free = OwnUse.isSaturatedByCompiler(situation)
                ? "while the compiler of the JVM keeps the processors busy, which passes"
                : "while processors are free";
        return threads == 1
                ? Sentence.of(
                        "The only thread of slot '%s' is busy, mostly in '%s', and %s.",
                        slot,
                        component,
                        computes ? "computes " + free : starve ? "waits for a processor" : "waits there")
                : Sentence.of(
                        "%s threads of slot '%s' are busy, mostly in '%s', and %s.",
                        threads == 2 ? "Both" : "All " + threads,
                        slot,
                        component,
                        computes ? "compute " + free : starve ? "wait for a processor" : "wait there");
    }

    /** Whether the threads of a slot compute; unknown counts as waiting. */
    static boolean areComputing(Situation situation, int slot) {
        return situation.computingShare(slot).orElse(0) >= COMPUTING;
    }

    /**
     * Returns the share of the busy time of a slot's threads for which they wait for a processor, 0 to 1. The operating
     * system reports that time of the process; a thread is taken to have waited in proportion to what it has used. Of
     * virtual threads it knows only those that have a carrier. If a closer look saw them sleep, they did not wait.
     */
    static double starved(Situation situation, int slot) {
        double busy = situation.busy(slot);
        double process = Math.max(LEAST_USE, situation.process().orElse(0));
        double used =
                situation.processorShare(slot).orElse(Math.min(busy, process / Math.max(1, situation.threads(slot))));
        double runnable = situation.runnable().orElse(0);
        double waiting = situation.isVirtual(slot) ? Math.min(runnable, situation.processors()) : runnable;
        double waited = Math.min(busy - used, used * waiting / process);
        return busy <= 0 ? 0 : Math.max(0, Math.min(waited, wanted(situation) * busy - used) / busy);
    }

    /** Whether the threads of a slot wait for a processor for most of their busy time. */
    static boolean isMostlyStarved(Situation situation, int slot) {
        return starved(situation, slot) >= MOSTLY_STARVED;
    }

    /** Returns the share of their busy time for which a closer look saw the threads want a processor; 1 without a look. */
    private static double wanted(Situation situation) {
        StackProfile look = situation.look();
        return look == null ? 1 : look.wantingShare();
    }

    static Evidence busy(Situation situation, int slot) {
        return situation.evidence(
                "slot.busy", seen -> seen.flow().slots().get(slot).busy(), Bottleneck.BUSY, "share");
    }

    static Evidence processor(Situation situation, int slot) {
        return situation.evidence(
                "slot.processor",
                seen -> seen.flow().slots().get(slot).processor().orElse(0),
                COMPUTING,
                "share");
    }
}
