package io.concor.diagnosis.situation;

import io.concor.TaskKind;
import io.concor.diagnosis.signal.FlowWindow.TransactionRange;
import io.concor.diagnosis.signal.HostWindow.PoolWindow;
import io.concor.diagnosis.signal.StackProfile;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Between which components an event has a connection of which pool. Pools do not report it, so it is taken to be the
 * component in which most threads are, of those that block or are in a transaction, and the pool with the most connections
 * in use. A transaction takes its connection before its first component and keeps it to the end of its last one.
 *
 * @param pool the pool as it was in the last window
 * @param range the components
 */
public record ConnectionUse(PoolWindow pool, TransactionRange range) {

    private static final Set<TaskKind> MAY_WAIT = EnumSet.of(TaskKind.SYNCHRONIZED_REMOTE, TaskKind.BATCH);

    /** Returns the use by a stage; empty for none. */
    public static Optional<ConnectionUse> of(Situation situation, int slot) {
        return of(situation).filter(use -> situation.stage(slot).components().anyMatch(use.range()::contains));
    }

    /** Returns the use; empty for none. */
    public static Optional<ConnectionUse> of(Situation situation) {
        return situation.pools().stream()
                .filter(pool -> pool.active().average() > 0)
                .max(Comparator.comparingDouble(pool -> pool.active().average()))
                .filter(pool -> pool.pending().average() <= 0 || PoolShortage.mayWait(situation)) // not those of others
                .flatMap(pool -> user(situation)
                        .map(user -> new ConnectionUse(
                                pool, situation.transaction(user).orElse(new TransactionRange(user, user)))));
    }

    private static Optional<Integer> user(Situation situation) {
        IntStream users = situation
                .indices()
                .filter(i -> MAY_WAIT.contains(situation.component(i).kind()) && situation.mayConnect(i)
                        || situation.transaction(i).isPresent());
        return Situation.most(users, situation::threadsIn);
    }

    /** Whether a slot has a thread for each connection, and nearly all are in use: more threads would only wait. */
    public boolean isUsedUpBy(int threads) {
        return threads >= pool.most() && pool.isUsedUp();
    }

    /** Returns the share of the connections that others leave to these components in which they have one, 0 to 1. */
    public double shareUsed(Situation situation) {
        double used = used(situation);
        return used / Math.max(used, leftByOthers(situation));
    }

    /** Returns how many connections others leave to these components, at least one. Others are flows, too. */
    public int left(Situation situation) {
        return (int) Math.max(1, Math.ceil(leftByOthers(situation)));
    }

    private double leftByOthers(Situation situation) {
        return pool.most() - (pool.active().average() - used(situation));
    }

    private double used(Situation situation) {
        return Math.min(
                pool.active().average(),
                range.components().mapToDouble(i -> situation.threadsIn(i)).sum());
    }

    /** The component in whose time an event waits for its connection. */
    public int taker() {
        return range.first();
    }

    /** Returns the share of the time of {@link #taker} in which an event does not wait for a connection, 0 to 1. */
    public double shareWithConnection(Situation situation) {
        double inside = situation.threadsIn(taker());
        return inside <= 0 ? 1 : 1 - waiting(situation) / inside;
    }

    private double connectingShare(Situation situation) {
        StackProfile look = situation.look();
        return look != null
                        && pool.isUsedUp()
                        && PoolShortage.showsWaiting(situation)
                        && situation.slotServing(taker())
                                == situation.bottleneck().slot()
                ? look.connectingShare()
                : 0;
    }

    /**
     * Returns how many threads of {@link #taker} have a connection.
     *
     * @param connecting the share of these threads that wait for one
     */
    public double holding(Situation situation, double connecting) {
        return (1 - connecting) * situation.threadsIn(taker());
    }

    /**
     * Returns how many threads of {@link #taker} wait for a connection, never more than wait for the pool. Others that wait do
     * so in the same proportion. Of a pool that does not count them, as many as the stacks of a closer look show.
     */
    public double waiting(Situation situation) {
        double pending = pool.pending().average();
        double inside = situation.threadsIn(taker());
        if (pending <= 0) {
            return inside * connectingShare(situation);
        }
        return inside > pending
                ? pending
                : inside * pending / Math.max(1, pool.active().average() + pending);
    }
}
