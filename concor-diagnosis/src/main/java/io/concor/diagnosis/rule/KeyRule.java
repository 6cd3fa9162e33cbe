package io.concor.diagnosis.rule;

import io.concor.diagnosis.rule.Bottleneck.Place;
import io.concor.diagnosis.verdict.Cause;
import io.concor.diagnosis.verdict.Sentence;
import io.concor.diagnosis.verdict.Verdict.Evidence;
import java.util.stream.Stream;

/** Events wait at a keyed component although threads are free: those of equal keys wait for each other. */
final class KeyRule implements CauseRule {

    private static final double STANDING = 4;

    @Override
    public Stream<Finding> check(Situation situation, Bottleneck bottleneck) {
        return bottleneck.place() == Place.STAGE && waitForEachOther(situation, bottleneck.slot())
                ? Stream.of(hotKey(situation, bottleneck.slot()))
                : Stream.empty();
    }

    /** Whether events stand in a slot, by their keys, while some of its threads are free. */
    static boolean waitForEachOther(Situation situation, int slot) {
        return situation.keepsOrderByKey(slot)
                && situation.busy(slot) + situation.blocked(slot) < Bottleneck.BUSY
                && LimitSigns.isSeen(standing(situation, slot));
    }

    private static Evidence standing(Situation situation, int slot) {
        return situation.evidence(
                "slot.queue.least",
                seen -> seen.flow().slots().get(slot).queue().least(),
                STANDING,
                "events");
    }

    private static Finding hotKey(Situation situation, int slot) {
        double share = situation.hottestLane(slot).orElse(0);
        return Finding.of(
                Cause.HOT_KEY,
                slot,
                0.93,
                Sentence.of(
                        "Events wait in slot '%s' although its %d threads are busy for only %.0f %% of the time: those of equal keys wait for each other. The most frequent key has %.0f %% of the events.",
                        situation.name(slot), situation.threads(slot), 100 * situation.busy(slot), 100 * share),
                standing(situation, slot),
                new Evidence(
                        "slot.lane.hottest",
                        share,
                        0,
                        "share",
                        situation.recent().size()));
    }
}
