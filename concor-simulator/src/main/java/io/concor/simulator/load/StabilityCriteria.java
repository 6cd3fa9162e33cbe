package io.concor.simulator.load;

import java.time.Duration;

/**
 * What counts as stable, and how long a fluctuation may last.
 *
 * @param settle a fluctuation that lasts longer is a failure; whole seconds
 * @param tolerancePercent how far completed requests may be from the rate in a stable second
 * @param errorPercent how many requests may fail, or not be sent, in a stable second
 * @param backlog how much more work than at its least may be in flight at the end of a stable second, as a time:
 *     requests in flight divided by the rate
 */
public record StabilityCriteria(Duration settle, double tolerancePercent, double errorPercent, Duration backlog) {

    /** So many stable seconds in a row end a fluctuation. */
    private static final int SETTLE_PER_CALM = 5;

    /** A difference of so few requests is no fluctuation at any rate. */
    private static final int FEW = 3;

    /** Whether the outcome of a second is near enough to its rate. */
    boolean keepsUp(SecondStatistics second) {
        double allowed = Math.max(FEW, second.rate() * tolerancePercent / 100);
        return Math.abs(second.completed() - second.rate()) <= allowed
                && second.failed() + second.notSent() <= second.rate() * errorPercent / 100;
    }

    /** Whether no more is in flight at its end than may be. */
    boolean bears(SecondStatistics second, double leastBacklogSeconds) {
        return backlogSeconds(second) <= leastBacklogSeconds + backlog.toNanos() / 1e9;
    }

    int settleSeconds() {
        return (int) settle.toSeconds();
    }

    int calmSeconds() {
        return Math.max(1, settleSeconds() / SETTLE_PER_CALM);
    }

    static double backlogSeconds(SecondStatistics second) {
        return (double) second.inFlight() / second.rate();
    }
}
