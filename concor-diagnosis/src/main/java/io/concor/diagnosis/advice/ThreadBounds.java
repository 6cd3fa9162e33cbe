package io.concor.diagnosis.advice;

import io.concor.JoinSettings;
import io.concor.diagnosis.signal.HostWindow.PoolWindow;
import io.concor.diagnosis.situation.ConnectionUse;
import io.concor.diagnosis.situation.Situation;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * How many threads a slot can use: one if a task requires it, no more than keep the processors busy if its tasks compute,
 * no more than there are connections if its tasks need one.
 */
public final class ThreadBounds {

    private static final double LEAST_BUSY = 0.05;

    private final Situation situation;
    /** Found once, as that takes long. */
    private final Optional<ConnectionUse> connectionUse;

    public ThreadBounds(Situation situation) {
        this.situation = situation;
        this.connectionUse = ConnectionUse.of(situation);
    }

    /** Returns how the flow uses connections; empty if it uses none. */
    Optional<ConnectionUse> connectionUse() {
        return connectionUse;
    }

    /** Returns the largest useful number of threads of a filled slot. */
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
        int slot = situation.slotServing(component);
        return slot < 0 ? 0 : situation.stage(slot).threads();
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
