package io.concor.diagnosis.advice;

import io.concor.diagnosis.situation.Situation;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How many threads the slots of a flow need for a rate, in one step: rate, multiplied by the time that an event takes a
 * thread, at a utilisation of 0.7 (Kalavri et al., Three steps is all you need: fast, accurate, automatic scaling decisions
 * for distributed streaming dataflows, OSDI 2018). The threads of a batch component are enough until its batches are full: at
 * a higher rate each call handles more events.
 */
public final class ThreadNeeds {

    /** The share of the time for which threads are to be busy: the rest is for bursts. */
    public static final double UTILISATION = 0.7;

    private final Situation situation;
    private final ThreadBounds bounds;

    public ThreadNeeds(Situation situation) {
        this.situation = situation;
        this.bounds = new ThreadBounds(situation);
    }

    /**
     * Returns the need of each filled slot in the order of the flow. A slot that took no events is left out.
     *
     * @param rate events that enter per second
     */
    public Map<String, Integer> at(double rate) {
        Map<String, Integer> needs = new LinkedHashMap<>();
        situation
                .indices()
                .filter(slot -> situation.settings(slot) != null
                        && situation.stage(slot).taken() > 0)
                .forEach(slot -> needs.put(situation.name(slot), of(slot, rate)));
        return needs;
    }

    /** Returns the need of a filled slot; 1 if it took no events. */
    int of(int slot, double rate) {
        int need = Math.max(1, Math.min(bounds.most(slot), unbounded(slot, rate)));
        return situation.stage(slot).hasRoomInBatches()
                ? Math.min(need, situation.stage(slot).threads())
                : need;
    }

    /** Returns the need of a filled slot without what bounds its threads. */
    int unbounded(int slot, double rate) {
        return (int) Math.ceil(busy(slot, rate) / UTILISATION);
    }

    /**
     * Returns how many threads of a filled slot a rate keeps busy: with fewer its queue grows. Events that have timed out took
     * none: where they did is not known, so it is taken to have been in this queue.
     */
    double busy(int slot, double rate) {
        double taken = Math.max(1, situation.stage(slot).taken());
        double reaching =
                rate * Math.min(1, taken / Math.max(1, situation.traffic().throughput()));
        double run = Math.max(1, taken * (1 - situation.traffic().timedOut()));
        return reaching * busyThreads(slot) / run;
    }

    /**
     * The share of the time is one of all threads that a pool may have, also if some of them have not started. Threads that
     * wait for a connection do not count: how many do depends on the number of threads.
     */
    private double busyThreads(int slot) {
        double busy = situation.stage(slot).busyThreads();
        return busy
                - bounds.connectionUse()
                        .filter(use -> situation.slotServing(use.taker()) == slot)
                        .map(use -> Math.min(busy / 2, use.waiting(situation)))
                        .orElse(0.0);
    }
}
