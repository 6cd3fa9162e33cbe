package io.concor.diagnosis.autopilot;

import io.concor.JoinSettings;
import io.concor.TaskKind;
import io.concor.diagnosis.rule.Situation;
import io.concor.diagnosis.signal.HostWindow.PoolWindow;
import java.util.Comparator;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * How many threads a slot can use: one if a task requires it, no more than keep the processors busy if its tasks compute,
 * no more than there are connections if its tasks need one.
 */
final class ThreadBounds {

    private static final double LEAST_BUSY = 0.05;

    private final Situation situation;

    ThreadBounds(Situation situation) {
        this.situation = situation;
    }

    /** Returns the largest useful number of threads of a filled slot. */
    int most(int slot) {
        boolean one = situation.stage(slot).anyMatch(i -> situation.component(i).kind() == TaskKind.SINGLE_THREADED);
        return one ? 1 : Math.min(processors(slot), connections(slot));
    }

    /** Threads that compute for a half of their time keep a processor busy by two. */
    private int processors(int slot) {
        OptionalDouble share = situation.processorShare(slot);
        double busy = situation.busy(slot);
        if (share.isEmpty() || busy < LEAST_BUSY || share.getAsDouble() <= 0) {
            return JoinSettings.MAX_THREADS;
        }
        double computing = Math.min(1, share.getAsDouble() / busy);
        return (int) Math.min(JoinSettings.MAX_THREADS, Math.ceil(situation.processors() / computing));
    }

    private int connections(int slot) {
        return situation.stage(slot).anyMatch(i -> i == usingConnections())
                ? situation.host().pools().stream()
                        .filter(pool -> pool.active().average() > 0)
                        .mapToInt(PoolWindow::most)
                        .max()
                        .orElse(JoinSettings.MAX_THREADS)
                : JoinSettings.MAX_THREADS;
    }

    /** The blocking component in which most threads are; -1 if there is none. */
    private int usingConnections() {
        return IntStream.range(0, situation.components())
                .filter(i -> situation.component(i).kind() == TaskKind.SYNCHRONIZED_REMOTE)
                .boxed()
                .max(Comparator.comparingDouble(
                        i -> situation.averageOf(i, seen -> seen.running().average())))
                .orElse(-1);
    }
}
