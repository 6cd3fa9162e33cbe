package io.concor.diagnosis.autopilot;

import io.concor.diagnosis.autopilot.AutopilotStatus.Decision;
import java.time.Duration;
import java.time.Instant;

/**
 * A change on trial.
 *
 * @param request what was planned
 * @param choice the change
 * @param decision its entry in the log
 * @param before what the flow did before
 * @param length when the manager reverts it by itself
 */
record Trial(
        PlanRequest request,
        ChosenChange choice,
        Decision decision,
        MeasuredPerformance before,
        Instant start,
        Duration length) {

    /** Leaves time to undo the change before it is reverted. */
    private static final int SPARE_PART = 6;

    private static final Duration GRACE = Duration.ofSeconds(10);

    /** Returns the version of the layout on trial. The manager refuses the change if another one comes between. */
    long version() {
        return request.version() + 1;
    }

    Instant end() {
        return start.plus(length);
    }

    /** Whether it is time for a decision. */
    boolean isDue(Instant now) {
        return !now.isBefore(end().minus(length.dividedBy(SPARE_PART)));
    }

    /** Whether the manager should have ended it. */
    boolean isOverdue(Instant now) {
        return now.isAfter(end().plus(GRACE));
    }
}
