package io.concor.diagnosis.autopilot;

import io.concor.diagnosis.Goal;
import java.time.Duration;

/**
 * Compares what a flow did before a change with what it does on trial. A change is kept at the earliest when ten seconds lie
 * after it: before, the events that had piled up may end faster than others arrive. Loads are equal within 15 percent,
 * and a flow that handles all that arrives has lost no throughput. If more events arrived before than the flow could
 * handle, what it handled was its capacity: then a higher throughput is an improvement at any load, and the load counts
 * as equal unless less arrives than was handled before.
 *
 * @param purpose what the change is for
 * @param before what the flow did before
 */
record TrialJudge(PlanPurpose purpose, Goal goal, MeasuredPerformance before) {

    /** Latency is that of the last ten seconds, which must lie after the change. */
    static final Duration LATENCY_KNOWN = Duration.ofSeconds(11);

    /** What counts as better, or as no worse: of a prediction, too. */
    static final double MORE_THROUGHPUT = 1.05;

    static final double LESS_LATENCY = 0.9;
    static final double SAME_LATENCY = 1.1;

    private static final double EQUAL_LOAD = 0.15;
    private static final double SAME_THROUGHPUT = 0.95;
    private static final double LOST_THROUGHPUT = 0.9;
    private static final double MUCH_LATENCY = 1.5;

    /** What a trial has shown so far. */
    enum Judgement {
        /** The change is kept. */
        HELPED,
        /** It made things worse. */
        HARMED,
        /** It changed little. */
        NO_EFFECT,
        /** The load differs too much to tell. */
        OTHER_LOAD
    }

    /** @param settled whether all that was measured after the change is of the new layout */
    Judgement judge(MeasuredPerformance after, boolean settled) {
        boolean latencyKnown = settled && after.p99Micros() > 0 && before.p99Micros() > 0;
        if (loadFell(after)) {
            return Judgement.OTHER_LOAD;
        }
        if (purpose == PlanPurpose.DECREASE) {
            return judgeDecrease(after, latencyKnown);
        }
        if (settled
                && (goalReached(after, latencyKnown) || moreThroughput(after) || lessLatency(after, latencyKnown))) {
            return Judgement.HELPED;
        }
        if (loadRose(after)) {
            return Judgement.OTHER_LOAD;
        }
        return harmed(after, latencyKnown) ? Judgement.HARMED : Judgement.NO_EFFECT;
    }

    private Judgement judgeDecrease(MeasuredPerformance after, boolean latencyKnown) {
        if (after.saturated()) {
            return Judgement.HARMED; // at a higher load, too: fewer threads are the wrong answer to it
        }
        if (loadRose(after)) {
            return Judgement.OTHER_LOAD;
        }
        if (harmed(after, latencyKnown)) {
            return Judgement.HARMED;
        }
        double most = goal.p99Micros().orElse(SAME_LATENCY * before.p99Micros());
        boolean kept = latencyKnown && after.p99Micros() <= most && sameThroughput(after);
        return kept ? Judgement.HELPED : Judgement.NO_EFFECT;
    }

    private boolean loadFell(MeasuredPerformance after) {
        double handled = before.saturated() ? before.throughput() : before.offered();
        return !after.saturated() && after.offered() < (1 - EQUAL_LOAD) * handled;
    }

    private boolean loadRose(MeasuredPerformance after) {
        return !before.saturated() && after.offered() > (1 + EQUAL_LOAD) * before.offered();
    }

    /** Whether the goal is kept, and was not before. */
    private boolean goalReached(MeasuredPerformance after, boolean latencyKnown) {
        boolean wanted =
                goal.p99Micros().isPresent() || goal.throughputPerSecond().isPresent();
        return wanted && !isKept(before, before.p99Micros() > 0) && isKept(after, latencyKnown);
    }

    private boolean isKept(MeasuredPerformance seen, boolean latencyKnown) {
        boolean fast = goal.p99Micros().isEmpty()
                || (latencyKnown && seen.p99Micros() <= goal.p99Micros().getAsDouble());
        boolean enough = !seen.saturated()
                || (goal.throughputPerSecond().isPresent()
                        && seen.throughput() >= goal.throughputPerSecond().getAsDouble());
        return fast && enough;
    }

    private boolean moreThroughput(MeasuredPerformance after) {
        return before.saturated() && after.throughput() >= MORE_THROUGHPUT * before.throughput();
    }

    private boolean lessLatency(MeasuredPerformance after, boolean latencyKnown) {
        return latencyKnown && after.p99Micros() <= LESS_LATENCY * before.p99Micros() && sameThroughput(after);
    }

    private boolean sameThroughput(MeasuredPerformance after) {
        return after.throughput() >= SAME_THROUGHPUT * Math.min(before.throughput(), after.offered());
    }

    private boolean harmed(MeasuredPerformance after, boolean latencyKnown) {
        boolean lost = after.saturated() && after.throughput() < LOST_THROUGHPUT * before.throughput();
        double much =
                MUCH_LATENCY * Math.max(before.p99Micros(), goal.p99Micros().orElse(0));
        return lost || (latencyKnown && after.p99Micros() > much);
    }
}
