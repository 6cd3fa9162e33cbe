package io.concor.diagnosis.autopilot;

import io.concor.diagnosis.Goal;
import io.concor.diagnosis.situation.Situation;
import io.concor.diagnosis.verdict.Verdict.Performance;
import java.util.OptionalDouble;

/**
 * The goal of a flow as a prediction can meet it, with a margin of ten percent.
 *
 * @param rate the rate to simulate; empty if callers wait and no throughput is wanted: then more is better
 * @param p99Micros the latency that a prediction must not exceed; empty for none
 */
record PredictedGoal(OptionalDouble rate, OptionalDouble p99Micros) {

    private static final double MARGIN = 0.1;
    /** A simulation knows the throughput to some percent. */
    private static final double PRECISE = 0.03;

    static PredictedGoal of(PlanRequest request) {
        Goal goal = request.goal();
        OptionalDouble p99 =
                goal.p99Micros().stream().map(micros -> (1 - MARGIN) * micros).findFirst();
        return new PredictedGoal(rate(request), p99);
    }

    /** At a rate that takes all that a layout can do, the events that have piled up would never be worked off. */
    private static OptionalDouble rate(PlanRequest request) {
        if (!request.knowsWhatIsWanted()) {
            return OptionalDouble.empty();
        }
        Situation situation = request.situation();
        double arriving = situation.traffic().callersWait()
                ? 0
                : Math.max(1, situation.traffic().offeredLately());
        return OptionalDouble.of((1 + MARGIN)
                * Math.max(arriving, request.goal().throughputPerSecond().orElse(0)));
    }

    boolean isMet(Performance predicted) {
        return rate.isPresent()
                && predicted.throughputPerSecond() >= (1 - PRECISE) * rate.getAsDouble()
                && predicted.p99Micros() <= p99Micros.orElse(Double.MAX_VALUE);
    }

    /** Whether a change is worth a trial. */
    boolean isBetter(Performance predicted, Performance otherwise) {
        boolean faster = predicted.p99Micros() <= TrialJudge.LESS_LATENCY * otherwise.p99Micros()
                && predicted.throughputPerSecond() >= (1 - PRECISE) * otherwise.throughputPerSecond();
        return faster
                || predicted.throughputPerSecond() >= TrialJudge.MORE_THROUGHPUT * otherwise.throughputPerSecond()
                || (isMet(predicted) && !isMet(otherwise));
    }

    /** Whether a layout with fewer threads still does what is wanted. Without a goal, latency hardly grows. */
    boolean isKept(Performance predicted, Performance otherwise) {
        double most = p99Micros.orElse(TrialJudge.SAME_LATENCY * otherwise.p99Micros());
        double least = rate.isPresent() ? rate.getAsDouble() : otherwise.throughputPerSecond();
        return predicted.throughputPerSecond() >= (1 - PRECISE) * least && predicted.p99Micros() <= most;
    }

    /** Returns the better one: throughput counts first, then latency. */
    Performance better(Performance one, Performance other) {
        double ratio = one.throughputPerSecond() / Math.max(1, other.throughputPerSecond());
        boolean same = Math.abs(ratio - 1) <= PRECISE;
        return (same ? one.p99Micros() <= other.p99Micros() : ratio > 1) ? one : other;
    }

    /** Whether a prediction is as good as the best one, as far as a simulation can tell. */
    boolean isNearly(Performance predicted, Performance best) {
        return predicted.throughputPerSecond() >= (1 - PRECISE) * best.throughputPerSecond()
                && (p99Micros.isEmpty() || predicted.p99Micros() <= TrialJudge.SAME_LATENCY * best.p99Micros());
    }
}
