package io.concor.diagnosis.advice;

import io.concor.JoinSettings;
import io.concor.diagnosis.signal.HostWindow.PoolWindow;
import io.concor.diagnosis.situation.ConnectionUse;
import io.concor.diagnosis.situation.Situation;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * How many threads the slots of a flow need for a rate, in one step: rate, multiplied by the time that an event takes a
 * thread, at a utilisation of 0.7 (Kalavri et al., Three steps is all you need: fast, accurate, automatic scaling decisions
 * for distributed streaming dataflows, OSDI 2018). The threads of a batch component are enough until its batches are full: at
 * a higher rate each call handles more events.
 */
public final class ThreadNeeds {

    /** The share of the time for which threads are to be busy: the rest is for bursts. */
    public static final double UTILISATION = 0.7;

    private static final double LEAST_BUSY = 0.05;

    private final Situation situation;
    /** Found once, as that takes long. */
    private final Optional<ConnectionUse> connectionUse;

    public ThreadNeeds(Situation situation) {
        this.situation = situation;
        this.connectionUse = ConnectionUse.of(situation);
    }

    /**
     * Returns the need of each filled slot in the order of the flow. A slot that took no events is left out.
     *
     * @param rate events that enter per second
     */
    public Map<String, Integer> at(double rate) {
        Map<String, Integer> needs = new LinkedHashMap<>();
        situation
                .filled()
                .filter(slot -> situation.stage(slot).taken() > 0)
                .forEach(slot -> needs.put(situation.name(slot), of(slot, rate)));
        return needs;
    }

    /** Returns the need of a filled slot; 1 if it took no events. */
    int of(int slot, double rate) {
        int need = Math.max(1, Math.min(most(slot), unbounded(slot, rate)));
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
                - connectionUse
                        .filter(use -> situation.slotServing(use.taker()) == slot)
                        .map(use -> Math.min(busy / 2, use.waiting(situation)))
                        .orElse(0.0);
    }

    /**
     * Returns the largest useful number of threads of a filled slot: one if a task requires it, no more than keep the
     * processors busy if its tasks compute, no more than there are connections if its tasks need one.
     */
    public int most(int slot) {
        return situation.stage(slot).requiresOneThread() ? 1 : Math.min(processors(slot), connections(slot));
    }

    /** Threads that compute for a half of their time keep a processor busy by two. */
    private int processors(int slot) {
        OptionalDouble computing = situation.stage(slot).computingShare();
        return computing.orElse(0) <= 0 || situation.stage(slot).busy() < LEAST_BUSY
                ? JoinSettings.MAX_THREADS
                : (int) Math.min(
                        JoinSettings.MAX_THREADS, Math.ceil(situation.host().processors() / computing.getAsDouble()));
    }

    private int connections(int slot) {
        return situation
                .stage(slot)
                .components()
                .map(this::mostWithConnection)
                .min()
                .orElse(JoinSettings.MAX_THREADS);
    }

    /** Returns how many threads can have a connection that a component needs. */
    public int mostWithConnection(int component) {
        return connectionUse
                .filter(use -> use.range().contains(component))
                .map(use -> use.left(situation))
                .orElseGet(() -> situation.component(component).connects()
                        ? Math.max(largestPool(), presentThreads(component))
                        : JoinSettings.MAX_THREADS);
    }

    /** More of them than connections may be right: their task may wait for something else most of the time. */
    private int presentThreads(int component) {
        JoinSettings join = situation.stages().join(component);
        return join == null ? 0 : join.threads();
    }

    /** Of which pool a task takes a connection is not known. */
    private int largestPool() {
        return situation.pools().stream().mapToInt(PoolWindow::most).max().orElse(JoinSettings.MAX_THREADS);
    }

    /**
     * Returns the size of the connection pool that the flow uses; if it uses none now, of the smallest. Empty without
     * pools.
     */
    public OptionalInt connections() {
        return connectionUse.map(use -> OptionalInt.of(use.pool().most())).orElseGet(() -> situation.pools().stream()
                .mapToInt(PoolWindow::most)
                .min());
    }
}
