package io.concor.diagnosis.rule;

import io.concor.diagnosis.rule.Bottleneck.Place;
import io.concor.diagnosis.verdict.Cause;
import io.concor.diagnosis.verdict.Sentence;
import io.concor.diagnosis.verdict.Verdict.Evidence;
import java.util.stream.Stream;

/**
 * Threads that wait for a processor although the averages show no process that keeps them busy: it may have begun within the
 * last seconds, or a limit of the container may stop this one.
 */
final class StarvedThreads {

    /** More than that threads are too few, less than a process that is seen to keep the processors busy. */
    private static final double UNSEEN_USER = 0.6;

    private StarvedThreads() {}

    /** Returns what the threads of a stage lack; nothing if they lack no processor, or if that is not known. */
    static Stream<Finding> of(Situation situation, Bottleneck bottleneck) {
        int slot = bottleneck.slot();
        if (bottleneck.place() != Place.STAGE || situation.processorShare(slot).isEmpty()) {
            return Stream.empty();
        }
        double share = StageRule.starved(situation, slot);
        return share < StageRule.STARVED ? Stream.empty() : Stream.of(finding(situation, bottleneck, share));
    }

    private static Finding finding(Situation situation, Bottleneck bottleneck, double share) {
        double own = situation.process().orElse(0);
        double others = situation.others();
        return Finding.of(
                others > own ? Cause.NOISY_NEIGHBOUR : Cause.CPU,
                others > own ? Finding.WHOLE_FLOW : bottleneck.component(),
                UNSEEN_USER,
                Sentence.of(
                        "The busy threads of slot '%s' wait for a processor for %.0f %% of their time: this process uses %.1f of %.0f, others use %.1f.",
                        situation.name(bottleneck.slot()), 100 * share, own, situation.processors(), others),
                new Evidence(
                        "slot.threads.starved",
                        share,
                        StageRule.STARVED,
                        "share",
                        situation.recent().size()));
    }
}
