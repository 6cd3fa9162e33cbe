package io.concor.simulator.load;

import java.time.Duration;

/**
 * The criteria of a stable second, and the time limit of a fluctuation.
 *
 * @param settle a fluctuation that lasts this long is a failure; whole seconds
 * @param tolerancePercent maximum difference between completed requests and rate in a stable second
 * @param errorPercent maximum share of failed and unsent requests in a stable second
 * @param backlog maximum growth of the backlog above its minimum at the end of a stable second; the backlog is the
 *     number of requests in flight divided by the rate
 */
public record StabilityCriteria(Duration settle, double tolerancePercent, double errorPercent, Duration backlog) {

    /** A fluctuation ends after a fifth of its time limit in stable seconds. */
    private static final int SETTLE_PER_CALM = 5;

    /** A difference of this many requests is tolerated at any rate. */
    private static final int MIN_TOLERANCE = 3;

    /** Whether completions and errors of a second are within the limits. */
    boolean isWithinTolerance(SecondStatistics second) {
        double allowed = Math.max(MIN_TOLERANCE, second.rate() * tolerancePercent / 100);
        return Math.abs(second.completed() - second.rate()) <= allowed
                && second.failed() + second.notSent() <= second.rate() * errorPercent / 100;
    }

    /** Whether the backlog at the end of a second is within the limit. */
    boolean isBacklogWithinLimit(SecondStatistics second, double minBacklogSeconds) {
        return backlogSeconds(second) <= minBacklogSeconds + backlog.toNanos() / 1e9;
    }

    /** Returns the criteria in words. */
    public String description() {
        return "%s %% difference between completed requests and rate, %s %% errors, %d ms of backlog; a fluctuation ends within %d s"
                .formatted(tolerancePercent, errorPercent, backlog.toMillis(), settle.toSeconds());
    }

    int settleSeconds() {
        return (int) settle.toSeconds();
    }

    /** Returns the number of consecutive stable seconds that end a fluctuation. */
    int calmSeconds() {
        return Math.max(1, settleSeconds() / SETTLE_PER_CALM);
    }

    static double backlogSeconds(SecondStatistics second) {
        return (double) second.inFlight() / second.rate();
    }
}
