package io.concor.diagnosis.situation;

import io.concor.diagnosis.signal.HostWindow.PoolWindow;
import io.concor.diagnosis.signal.Observation;
import io.concor.diagnosis.signal.StackProfile;
import io.concor.diagnosis.verdict.Verdict.Evidence;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * A connection pool for which threads wait, whichever these are.
 *
 * @param situation where the figures are from
 * @param pool the pool as it was in the last window
 */
public record PoolShortage(Situation situation, PoolWindow pool) {

    private static final double WAITING = 0.8;
    /** A share of the stacks that tells without the figures of a pool. */
    public static final double SEEN_WAITING = 0.3;
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
        return ConnectionWaiters.mayBeOf(situation) && exists(situation);
    }

    private boolean isPresent() {
        return isCounted() || isSeen();
    }

    /** Whether threads have waited in enough seconds for a verdict. */
    public boolean isLong() {
        return waiting().windows() >= LimitSigns.ENOUGH_WINDOWS;
    }

    /** A pool is exhausted some seconds later than the threads that fill it. */
    private boolean isNew() {
        return waiting(situation.latest(NOW)).windows() == NOW;
    }

    /** Whether the pool knows of the threads that wait. Most pools do not count them: stacks show them. */
    public boolean isCounted() {
        return isLong() || isNew();
    }

    /** All connections are in use, and stacks show threads that wait for one. */
    private boolean isSeen() {
        return showsWaiting(situation) && pool.isUsedUp();
    }

    /** Whether stacks show threads that wait for a connection. */
    public static boolean showsWaiting(Situation situation) {
        StackProfile look = situation.look();
        return look != null && look.isKnown() && look.connectingShare() >= SEEN_WAITING;
    }

    /** Returns how many threads wait. */
    public Evidence waiting() {
        return waiting(situation);
    }

    private Evidence waiting(Situation windows) {
        return evidence(windows, "pending", seen -> seen.pending().average(), WAITING, "threads");
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
        return situation.average(seen ->
                figure(seen, present -> present.activeWithout(seen.host().holders())));
    }

    private Evidence evidence(
            Situation windows, String name, ToDoubleFunction<PoolWindow> figure, double threshold, String unit) {
        return windows.evidence(pool.signal() + "." + name, seen -> figure(seen, figure), threshold, unit);
    }

    private double figure(Observation seen, ToDoubleFunction<PoolWindow> figure) {
        return seen.host().pools().stream()
                .filter(other -> other.name().equals(pool.name()))
                .mapToDouble(figure)
                .findFirst()
                .orElse(0);
    }
}
