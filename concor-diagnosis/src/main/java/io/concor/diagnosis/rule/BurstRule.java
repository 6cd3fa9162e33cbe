package io.concor.diagnosis.rule;

import io.concor.diagnosis.rule.Bottleneck.Place;
import io.concor.diagnosis.signal.FlowWindow.SlotWindow;
import io.concor.diagnosis.verdict.Cause;
import io.concor.diagnosis.verdict.Sentence;
import io.concor.diagnosis.verdict.Verdict.Evidence;
import java.util.Comparator;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Bursts that make a flow miss its latency: the events of one wait for each other in a slot, and are gone before the next one
 * comes, so no queue stands and no thread is always busy.
 */
final class BurstRule implements CauseRule {

    /** Share of the latency that events wait in one slot. */
    private static final double MOST = 0.5;
    /** Less than of threads that are always busy. */
    private static final double CONFIDENCE = 0.6;

    private static final double MICROS_PER_SECOND = 1e6;

    @Override
    public Stream<Finding> check(Situation situation, Bottleneck bottleneck) {
        OptionalDouble goal = situation.goalP99Micros();
        if (bottleneck.place() != Place.NOWHERE
                || goal.isEmpty()
                || !LimitSigns.missesLatency(situation)
                || HostRule.lacksProcessors(situation)) {
            return Stream.empty();
        }
        return IntStream.range(0, situation.components())
                .filter(slot -> situation.settings(slot) != null && !situation.hasRoomInBatches(slot))
                .mapToObj(slot -> new Wait(slot, wait(situation, slot, goal.getAsDouble())))
                .filter(wait -> LimitSigns.isSeen(wait.evidence()))
                .max(Comparator.comparingDouble(wait -> wait.evidence().value()))
                .map(wait -> finding(situation, wait))
                .stream();
    }

    private record Wait(int slot, Evidence evidence) {}

    /** How long the last event of the longest queue of a second waits. */
    private static Evidence wait(Situation situation, int slot, double goalMicros) {
        return situation.evidence(
                "slot.wait.most", seen -> waitMicros(seen.flow().slots().get(slot)), MOST * goalMicros, "micros");
    }

    /** The threads take what they take in a second within the part of it in which they are busy. */
    private static double waitMicros(SlotWindow slot) {
        return MICROS_PER_SECOND * slot.queue().most() * slot.busy() / Math.max(1, slot.taken());
    }

    private static Finding finding(Situation situation, Wait wait) {
        int slot = wait.slot();
        return Finding.of(
                situation.requiresOneThread(slot) ? Cause.SINGLE_THREAD : Cause.TOO_FEW_THREADS,
                Bottleneck.busiest(situation, slot),
                CONFIDENCE,
                Sentence.of(
                        "Up to %.0f events at once wait in slot '%s', for %.0f ms, although its %s busy for only %.0f %% of the time: many come at once.",
                        situation.average(
                                seen -> seen.flow().slots().get(slot).queue().most()),
                        situation.name(slot),
                        wait.evidence().value() / 1_000,
                        situation.threads(slot) == 1 ? "thread is" : situation.threads(slot) + " threads are",
                        100 * situation.busy(slot)),
                wait.evidence());
    }
}
