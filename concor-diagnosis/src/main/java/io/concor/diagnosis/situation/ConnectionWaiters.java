package io.concor.diagnosis.situation;

import io.concor.diagnosis.signal.StackProfile;
import java.util.stream.IntStream;

/**
 * Whether threads that wait for a connection are those of a flow. A pool does not tell. Stacks do; without them it counts
 * which tasks can use a pool, and how many other threads there are.
 */
public final class ConnectionWaiters {

    /** A share of the stacks: a few of many threads may wait, while the others hold all connections. */
    private static final double CONNECTING = 0.01;

    private ConnectionWaiters() {}

    /** Whether threads of the flow may be among them. */
    static boolean mayBeOf(Situation situation) {
        return mayBeIn(situation, situation.indices());
    }

    private static boolean mayBeIn(Situation situation, IntStream components) {
        StackProfile look = situation.look();
        return look == null || !look.isKnown()
                ? components.anyMatch(situation::mayConnect)
                : look.connectingShare() >= CONNECTING;
    }

    /** Whether the threads that limit the flow may be among them. */
    public static boolean mayBeAt(Situation situation, Bottleneck bottleneck) {
        return mayBeIn(
                situation,
                bottleneck.stage(situation).map(StageLoad::components).orElseGet(situation::indices));
    }

    /** Whether the threads that limit the flow are: stacks show it, or there are not enough other threads that could wait. */
    public static boolean areAt(Situation situation, Bottleneck bottleneck, double waiting) {
        StackProfile look = situation.look();
        return look != null && look.isKnown() || threadsElsewhere(situation, bottleneck.slot()) < waiting;
    }

    /** Threads with an event of other flows, those outside of flows, and of other slots if a slot limits the flow. */
    private static double threadsElsewhere(Situation situation, int slot) {
        double all = situation.average(seen -> seen.host().holders().threads());
        double here = slot < 0
                ? situation.average(seen -> seen.flow().threadsWithEvent())
                : situation.stage(slot).busyThreads();
        return all - here;
    }
}
