package io.concor.diagnosis.cause;

import io.concor.diagnosis.situation.Bottleneck;
import io.concor.diagnosis.situation.HostLoad;
import io.concor.diagnosis.situation.ShareBounds;
import io.concor.diagnosis.situation.Situation;
import io.concor.diagnosis.situation.StageLoad;
import io.concor.diagnosis.verdict.Cause;
import io.concor.text.Sentence;
import java.util.stream.Stream;

/**
 * Causes within a stage whose threads are always busy. The first question is whether they compute or wait; the second,
 * whether they may be more. Where events wait at a keyed component although threads are free, those of equal keys wait for
 * each other.
 */
final class StageRule implements CauseRule {

    @Override
    public Stream<Finding> check(Situation situation, Bottleneck bottleneck) {
        return bottleneck
                .stage(situation)
                .filter(stage -> !stage.lacksCarriers())
                .map(stage -> stage.waitsForKeys()
                        ? hotKey(stage)
                        : stage.requiresOneThread()
                                ? single(stage, bottleneck.component())
                                : tooFew(stage, bottleneck.component()))
                .stream();
    }

    private static Finding hotKey(StageLoad stage) {
        double share = stage.hottestLane().orElse(0);
        return Finding.of(Cause.HOT_KEY, stage.slot(), Confidence.HOT_KEY)
                .says(
                        "Events wait in slot '%s' although its %d threads are busy for only %.0f %% of the time: those of equal keys wait for each other. The most frequent key has %.0f %% of the events.",
                        stage.situation().name(stage.slot()), stage.threads(), 100 * stage.busy(), 100 * share)
                .because(stage.standing(), stage.situation().evidence("slot.lane.hottest", share, 0, "share"));
    }

    private static Finding single(StageLoad stage, int component) {
        Situation situation = stage.situation();
        double confidence = isStarved(stage) ? Confidence.STARVED_SINGLE_THREAD : Confidence.SINGLE_THREAD;
        return Finding.of(Cause.SINGLE_THREAD, component, confidence)
                .says(
                        "The single thread of slot '%s' is busy for %.0f %% of the time, mostly in '%s'.",
                        situation.name(stage.slot()), 100 * stage.busy(), situation.name(component))
                .because(stage.busyEvidence());
    }

    private static boolean isStarved(StageLoad stage) {
        return stage.starved() >= ShareBounds.MUCH;
    }

    private static Finding tooFew(StageLoad stage, int component) {
        boolean computes = stage.isComputing();
        boolean starve = isStarved(stage);
        boolean useful = !computes && !starve || leavesProcessors(stage, computes && !starve);
        Finding finding = Finding.of(
                        Cause.TOO_FEW_THREADS, component, useful ? usefulness(stage) : Confidence.USELESS_THREADS)
                .says("%s", allBusy(stage, component))
                .because(stage.busyEvidence());
        return stage.processorShare().isPresent() ? finding.against(stage.processorEvidence()) : finding;
    }

    /**
     * Whether more threads that compute would find processors.
     *
     * @param partly whether they get those that they want, so that each needs one for a part of its time only
     */
    private static boolean leavesProcessors(StageLoad stage, boolean partly) {
        HostLoad host = stage.situation().host();
        double share = partly ? stage.computingShare().orElse(1) : 1;
        return stage.threads() * share < host.processors()
                && host.lastingUse() < ShareBounds.ALWAYS * host.processors();
    }

    private static double usefulness(StageLoad stage) {
        HostLoad host = stage.situation().host();
        return stage.isVirtual() && host.lacksProcessors() && !host.isSaturatedByCompiler()
                ? Confidence.PERHAPS_TOO_FEW_THREADS
                : Confidence.TOO_FEW_THREADS;
    }

    private static String allBusy(StageLoad stage, int index) {
        String slot = stage.situation().name(stage.slot());
        String component = stage.situation().name(index);
        int threads = stage.threads();
        String free = stage.situation().host().isSaturatedByCompiler()
                ? ", while the JVM's compiler temporarily keeps the processors busy"
                : ", while processors are free";
        String mostly = Sentence.of(", mostly in '%s'", component);
        return threads == 1
                ? Sentence.of(
                        "The only thread of slot '%s' is always busy: it %s.",
                        slot,
                        doing(stage, "computes" + mostly + free, "waits for a processor" + mostly, "waits" + mostly))
                : Sentence.of(
                        "%s threads of slot '%s' are always busy: they %s.",
                        threads == 2 ? "Both" : "All " + threads,
                        slot,
                        doing(stage, "compute" + mostly + free, "wait for a processor" + mostly, "wait" + mostly));
    }

    private static String doing(StageLoad stage, String computing, String starved, String waiting) {
        return stage.isComputing() ? computing : isStarved(stage) ? starved : waiting;
    }
}
