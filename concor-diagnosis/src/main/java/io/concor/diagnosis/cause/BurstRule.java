package io.concor.diagnosis.cause;

import io.concor.diagnosis.signal.FlowWindow.SlotWindow;
import io.concor.diagnosis.situation.Bottleneck;
import io.concor.diagnosis.situation.Bottleneck.Place;
import io.concor.diagnosis.situation.LimitSigns;
import io.concor.diagnosis.situation.ShareBounds;
import io.concor.diagnosis.situation.Situation;
import io.concor.diagnosis.situation.StageLoad;
import io.concor.diagnosis.situation.StoreLoad;
import io.concor.diagnosis.verdict.Cause;
import io.concor.diagnosis.verdict.Verdict.Evidence;
import java.util.Comparator;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * Bursts that make a flow miss its latency: the events of one wait for each other in a slot, and are gone before the next one
 * comes, so no queue stands and no thread is always busy.
 */
final class BurstRule implements CauseRule {

    private static final double MICROS_PER_SECOND = 1e6;

    @Override
    public Stream<Finding> check(Situation situation, Bottleneck bottleneck) {
        OptionalDouble goal = situation.goalP99Micros();
        if (bottleneck.place() != Place.NOWHERE
                || goal.isEmpty()
                || !LimitSigns.missesLatency(situation)
                || situation.host().lacksProcessors()) {
            return Stream.empty();
        }
        return situation
                .filled()
                .filter(slot -> !situation.stage(slot).hasRoomInBatches())
                .filter(slot -> !StoreLoad.isStored(situation, slot)) // a store hands events out by pages
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
                "slot.wait.most",
                seen -> waitMicros(seen.flow().slots().get(slot)),
                ShareBounds.MOST * goalMicros,
                "micros");
    }

    /** The threads take what they take in a second within the part of it in which they are busy. */
    private static double waitMicros(SlotWindow slot) {
        return MICROS_PER_SECOND * slot.queue().most() * slot.busy() / Math.max(1, slot.taken());
    }

    private static Finding finding(Situation situation, Wait wait) {
        StageLoad stage = situation.stage(wait.slot());
        return Finding.of(
                        stage.requiresOneThread() ? Cause.SINGLE_THREAD : Cause.TOO_FEW_THREADS,
                        stage.busiest(),
                        Confidence.BURSTS)
                .says(
                        "Events arrive in bursts: up to %.0f wait in slot '%s', for %.0f ms, although its %s busy for only %.0f %% of the time.",
                        stage.average(seen -> seen.queue().most()),
                        situation.name(stage.slot()),
                        wait.evidence().value() / 1_000,
                        stage.threads() == 1 ? "thread is" : stage.threads() + " threads are",
                        100 * stage.busy())
                .because(wait.evidence());
    }
}
