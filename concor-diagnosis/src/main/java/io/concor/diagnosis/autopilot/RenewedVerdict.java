package io.concor.diagnosis.autopilot;

import io.concor.diagnosis.situation.Situation;
import io.concor.diagnosis.verdict.Cause;
import io.concor.diagnosis.verdict.Verdict;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A renewed verdict.
 *
 * @param situation what it rests on, or null if the layout has just changed
 * @param free whether no other flow of the process is planned for or on trial
 * @param provisional whether a closer look is under way, or the flow was limited and is not at present
 * @param onTrial returns whether a change of the flow is on trial, whoever made it
 * @param limitedOthers returns the names of the other flows of the process that are limited
 */
record RenewedVerdict(
        Instant at,
        Verdict verdict,
        @Nullable Situation situation,
        boolean free,
        boolean provisional,
        BooleanSupplier onTrial,
        Supplier<Set<String>> limitedOthers) {

    /** Returns what a plan would rest on; empty if none may be made now. */
    Optional<Situation> forPlan() {
        return Optional.ofNullable(situation)
                .filter(known -> free && !provisional && !known.traffic().lacksFinishedTasks());
    }

    boolean isLimited() {
        return verdict.cause() != null; // a failing flow may be limited, too
    }

    boolean isLimitedBy(Set<Cause> causes) {
        Cause cause = verdict.cause();
        return cause != null && causes.contains(cause);
    }
}
