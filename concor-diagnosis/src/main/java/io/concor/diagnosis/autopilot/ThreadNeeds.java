package io.concor.diagnosis.autopilot;

import io.concor.JoinSettings;
import io.concor.PoolKind;
import io.concor.diagnosis.rule.Situation;
import io.concor.diagnosis.signal.FlowWindow.SlotWindow;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * How many threads the slots of a flow need for a rate, in one step: rate, multiplied by the time that an event takes a
 * thread, at a utilisation of 0.7 (Kalavri et al., Three steps is all you need: fast, accurate, automatic scaling decisions
 * for distributed streaming dataflows, OSDI 2018).
 */
final class ThreadNeeds {

    private static final double UTILISATION = 0.7;

    private final Situation situation;
    private final ThreadBounds bounds;

    ThreadNeeds(Situation situation) {
        this.situation = situation;
        this.bounds = new ThreadBounds(situation);
    }

    /**
     * Returns the need of each filled slot in the order of the flow. A slot that took no events is left out.
     *
     * @param rate events that enter per second
     */
    Map<String, Integer> at(double rate) {
        Map<String, Integer> needs = new LinkedHashMap<>();
        IntStream.range(0, situation.components())
                .filter(slot -> situation.settings(slot) != null && taken(slot) > 0)
                .forEach(slot -> needs.put(situation.name(slot), need(slot, rate)));
        return needs;
    }

    private int need(int slot, double rate) {
        double reaching = rate * Math.min(1, taken(slot) / Math.max(1, situation.throughput()));
        double threads = reaching * busyThreads(slot) / taken(slot) / UTILISATION;
        return (int) Math.max(1, Math.min(bounds.most(slot), Math.ceil(threads)));
    }

    private double taken(int slot) {
        return situation.averageOfSlot(slot, SlotWindow::taken);
    }

    /** Pools whose threads come and go have fewer than their settings say. */
    private double busyThreads(int slot) {
        JoinSettings settings = situation.settings(slot);
        return settings != null && isConstant(settings.pool())
                ? settings.threads() * situation.busy(slot)
                : situation
                        .stage(slot)
                        .mapToDouble(i ->
                                situation.averageOf(i, seen -> seen.running().average()))
                        .sum();
    }

    private static boolean isConstant(PoolKind pool) {
        return pool == PoolKind.FIXED || pool == PoolKind.SINGLE;
    }
}
