package io.concor.diagnosis.rule;

import io.concor.TaskKind;
import io.concor.diagnosis.signal.HostWindow.PoolWindow;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Which component uses connections of which pool. Pools do not report it, so it is taken to be the blocking component in
 * which most threads are, and the pool with the most connections in use.
 */
final class ConnectionUse {

    private ConnectionUse() {}

    /** Returns the pool that a component uses; empty for none. */
    static Optional<PoolWindow> poolOf(Situation situation, int component) {
        return ConnectionRule.mayWait(situation) ? ofBlocking(situation, component) : Optional.empty();
    }

    private static Optional<PoolWindow> ofBlocking(Situation situation, int component) {
        return blocking(situation).filter(user -> user == component).flatMap(user -> busiest(situation));
    }

    private static Optional<Integer> blocking(Situation situation) {
        return IntStream.range(0, situation.components())
                .filter(i -> situation.component(i).kind() == TaskKind.SYNCHRONIZED_REMOTE)
                .boxed()
                .max(Comparator.comparingDouble(i -> running(situation, i)));
    }

    private static double running(Situation situation, int component) {
        return situation.averageOf(
                component,
                seen -> seen.running().average() + seen.runningOutside().average());
    }

    private static Optional<PoolWindow> busiest(Situation situation) {
        return situation.host().pools().stream()
                .filter(pool -> pool.active().average() > 0)
                .max(Comparator.comparingDouble(pool -> pool.active().average()));
    }
}
