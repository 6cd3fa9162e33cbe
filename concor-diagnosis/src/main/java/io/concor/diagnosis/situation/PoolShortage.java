package io.concor.diagnosis.situation;

import io.concor.diagnosis.signal.HostWindow.PoolWindow;
import io.concor.diagnosis.signal.Observation;
import io.concor.diagnosis.signal.StackProfile;
import io.concor.diagnosis.situation.Baseline.Slowdown;
import io.concor.diagnosis.verdict.Verdict.Evidence;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * A connection pool for which threads wait, whichever these are.
 *
 * @param situation where the figures are from
 * @param pool the pool as it was in the last window
 */
public record PoolShortage(Situation situation, PoolWindow pool) {

    /** A share of the threads that limit the flow; of the connections, if these are fewer. */
    private static final double WAITING = 0.25;
    /** A share of the stacks: a few of many threads may wait, while the others hold all connections. */
    private static final double CONNECTING = 0.01;

    /** How many of the last seconds are enough to suspect a pool. */
    private static final int NOW = 2;

    /** Returns the shortage of a pool; empty if it has connections enough. */
    public static Optional<PoolShortage> of(Situation situation, PoolWindow pool) {
        return Optional.of(new PoolShortage(situation, pool)).filter(PoolShortage::isPresent);
    }

    /** Whether any pool is short. */
    public static boolean exists(Situation situation) {
        return situation.pools().stream().anyMatch(pool -> of(situation, pool).isPresent());
    }

    /** Whether threads of the flow may wait for a connection all the time. */
    public static boolean mayDelay(Situation situation) {
        return mayWait(situation) && exists(situation);
    }

    /**
     * Whether connections may be missing because what is done with them takes longer than usual, or it is not known how long
     * that usually is.
     *
     * @param component the component that uses them, or -1
     */
    public static boolean mayHoldersBeSlow(Situation situation, int component) {
        if (component < 0) {
            return false;
        }
        Baseline usual = situation.baseline();
        return usual.isKnown(component)
                ? usual.slowdown(component, situation.times())
                        .filter(slowdown -> remains(situation, component, slowdown))
                        .isPresent()
                : showsCalls(situation);
    }

    /** Whether a component would take longer than usual also without the time in which its threads wait for a connection. */
    public static boolean remains(Situation situation, int component, Slowdown slowdown) {
        return ConnectionUse.of(situation)
                .filter(use -> use.taker() == component)
                .filter(use -> slowdown.factor() * use.shareWithConnection(situation) >= slowdown.bound())
                .isPresent();
    }

    /** Whether stacks show threads that wait for another system or a disk. */
    static boolean showsCalls(Situation situation) {
        StackProfile look = situation.look();
        return look != null && look.isKnown() && look.callingShare() >= ShareBounds.MUCH;
    }

    /** The pool counts threads that wait; or all connections are in use, and stacks show such threads. */
    private boolean isPresent() {
        return isCounted() || showsWaiting(situation) && pool.isUsedUp();
    }

    /** Whether threads have waited in enough seconds for a verdict. */
    public boolean isLong() {
        return waiting().windows() >= LimitSigns.ENOUGH_WINDOWS;
    }

    /**
     * Whether the pool knows of the threads that wait, also for the last seconds only: it is exhausted some seconds later than
     * the threads that fill it. Most pools do not count them: stacks show them.
     */
    public boolean isCounted() {
        return isLong() || waiting(situation.latest(NOW)).windows() == NOW;
    }

    /** Whether stacks show threads that wait for a connection. */
    public static boolean showsWaiting(Situation situation) {
        StackProfile look = situation.look();
        return look != null && look.isKnown() && look.connectingShare() >= ShareBounds.MUCH;
    }

    /** Returns how many threads wait. */
    public Evidence waiting() {
        return waiting(situation);
    }

    private Evidence waiting(Situation windows) {
        return evidence(windows, "pending", seen -> seen.pending().average(), WAITING * mostWaiting(), "threads");
    }

    /** More threads than a pool has connections are short of it as soon as they want a quarter more. */
    private double mostWaiting() {
        double threads = situation
                .bottleneck()
                .stage(situation)
                .map(StageLoad::busyThreads)
                .orElseGet(() -> situation.flow().holders().threads());
        return Math.max(1, Math.min(pool.most(), threads));
    }

    /** Returns how many threads wait in the last second, or the mean of the last ones if that is more. */
    public double waitingNow() {
        return Math.max(waiting().value(), waiting(situation.latest(1)).value());
    }

    /** Returns how many connections are in use. */
    public Evidence used() {
        return evidence(situation, "active", seen -> seen.active().average(), pool.most(), "connections");
    }

    /** Returns how many connections are in use that no event, request or job can hold. */
    public double withoutHolder() {
        return situation.average(this::withoutHolder);
    }

    /** Returns how many connections are in use that nothing can hold, not even threads that seem to wait for work. */
    public double surelyWithoutHolder() {
        return situation.average(
                seen -> withoutHolder(seen) - seen.host().holders().idle());
    }

    private double withoutHolder(Observation seen) {
        return seen.host()
                .ofPool(
                        pool.name(),
                        present -> present.activeWithout(seen.host().holders()));
    }

    private Evidence evidence(
            Situation windows, String name, ToDoubleFunction<PoolWindow> figure, double threshold, String unit) {
        return windows.evidence(
                pool.signal() + "." + name, seen -> seen.host().ofPool(pool.name(), figure), threshold, unit);
    }

    /**
     * Whether threads of the flow may be among those that wait for connections. A pool does not tell. Stacks do; without them
     * it counts which tasks can use a pool, and how many other threads there are.
     */
    static boolean mayWait(Situation situation) {
        return mayWaitIn(situation, situation.indices());
    }

    private static boolean mayWaitIn(Situation situation, IntStream components) {
        StackProfile look = situation.look();
        return look == null || !look.isKnown()
                ? components.anyMatch(situation::mayConnect)
                : look.connectingShare() >= CONNECTING;
    }

    /** Whether the threads that limit the flow may be among those that wait for connections. */
    public static boolean mayWaitAt(Situation situation, Bottleneck bottleneck) {
        return mayWaitIn(
                situation,
                bottleneck.stage(situation).map(StageLoad::components).orElseGet(situation::indices));
    }

    /**
     * Whether the threads that limit the flow are among those that wait for connections: stacks show it, or there are not
     * enough other threads that could wait.
     */
    public static boolean waitAt(Situation situation, Bottleneck bottleneck, double waiting) {
        StackProfile look = situation.look();
        return look != null && look.isKnown() || threadsElsewhere(situation, bottleneck.slot()) < waiting;
    }

    /** Threads with an event of other flows, those outside of flows, and of other slots if a slot limits the flow. */
    private static double threadsElsewhere(Situation situation, int slot) {
        double all = situation.average(seen -> seen.host().holders().threads());
        double here = slot < 0
                ? situation.average(seen -> seen.flow().holders().threads())
                : situation.stage(slot).busyThreads();
        return all - here;
    }
}
