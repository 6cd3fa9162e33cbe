package io.concor.diagnosis.cause;

import io.concor.diagnosis.situation.Baseline.Slowdown;
import io.concor.diagnosis.situation.Bottleneck;
import io.concor.diagnosis.situation.HostLoad;
import io.concor.diagnosis.situation.LockUse;
import io.concor.diagnosis.situation.PoolShortage;
import io.concor.diagnosis.situation.ShareBounds;
import io.concor.diagnosis.situation.Situation;
import io.concor.diagnosis.situation.StageLoad;
import io.concor.diagnosis.verdict.Cause;
import io.concor.text.Sentence;
import java.util.Optional;
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
                .map(stage -> check(stage, bottleneck.component()))
                .orElseGet(Stream::empty);
    }

    private static Stream<Finding> check(StageLoad stage, int component) {
        if (stage.waitsForKeys()) {
            return Stream.of(hotKey(stage));
        }
        return stage.requiresOneThread()
                ? Stream.of(single(stage, component))
                : Stream.concat(Stream.of(tooFew(stage, component)), contention(stage, component));
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
        double confidence = isStarved(stage)
                ? Confidence.STARVED_SINGLE_THREAD
                : stage.mayCallSlowSystem(component)
                        ? Confidence.SINGLE_THREAD_UNLESS_CALLEE_IS_SLOW
                        : Confidence.SINGLE_THREAD;
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
        Finding finding = Finding.of(
                        Cause.TOO_FEW_THREADS,
                        component,
                        areUseful(stage) ? usefulness(stage, component) : Confidence.USELESS_THREADS)
                .says("%s", allBusy(stage, component))
                .because(stage.busyEvidence());
        return stage.processorShare().isPresent() ? finding.against(stage.processorEvidence()) : finding;
    }

    /** Whether more threads would not just wait for processors. */
    private static boolean areUseful(StageLoad stage) {
        boolean computes = stage.isComputing();
        boolean starve = isStarved(stage);
        return !computes && !starve || leavesProcessors(stage, computes && !starve);
    }

    /**
     * Several threads that compute, while processors are free, may share something that processors have only once, such as the
     * bandwidth of the memory. That they do is seen if they take longer than usual for the same.
     */
    private static Stream<Finding> contention(StageLoad stage, int component) {
        if (!stage.isComputing() || stage.busyThreads() <= 1 || !areUseful(stage)) {
            return Stream.empty();
        }
        Situation situation = stage.situation();
        return Stream.of(slowdown(stage, component)
                .map(slower -> Finding.of(Cause.CPU, component, Confidence.CONTENTION)
                        .says(
                                "'%s' computes for %.1f times as long as usual, although processors are free: its threads slow each other down, as by the bandwidth of the memory.",
                                situation.name(component), slower.factor())
                        .because(situation.evidence("task.slowdown", slower.factor(), slower.bound(), "times")))
                .orElseGet(() -> Finding.of(Cause.CPU, component, Confidence.PERHAPS_CONTENTION)
                        .says("%s", allBusy(stage, component))
                        .because(stage.processorEvidence())));
    }

    private static Optional<Slowdown> slowdown(StageLoad stage, int component) {
        return stage.situation()
                .baseline()
                .slowdown(component, stage.situation().times());
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

    private static double usefulness(StageLoad stage, int component) {
        HostLoad host = stage.situation().host();
        boolean starve = stage.isVirtual() && host.lacksProcessors() && !host.isSaturatedByCompiler();
        boolean slowed = stage.isComputing() && slowdown(stage, component).isPresent();
        boolean waitForEachOther = LockUse.isSeen(stage.situation());
        return starve || slowed || waitForEachOther || PoolShortage.mayDelay(stage.situation())
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
