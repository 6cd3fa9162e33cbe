package io.concor.diagnosis.autopilot;

import io.concor.JoinSettings;
import io.concor.diagnosis.Goal;
import io.concor.diagnosis.autopilot.PlanPacing.Topic;
import io.concor.diagnosis.situation.Situation;
import io.concor.diagnosis.verdict.Verdict;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * What a plan is made from.
 *
 * @param situation what the flow does with the present layout
 * @param needs the threads that the slots need: at {@link #rate} for an increase, the largest of some time for a decrease
 * @param busy for a decrease, the slots that were more than hardly used at any moment of that time
 * @param ineffective whether a change did not help the last time
 */
record PlanRequest(
        Topic topic,
        Situation situation,
        Verdict verdict,
        Goal goal,
        Map<String, Integer> needs,
        Set<String> busy,
        Predicate<Candidate> ineffective) {

    /** Returns the rate that an increase is for: at least the goal, and twice the present one if more callers wait. */
    static double rate(Situation situation, Goal goal) {
        double offered = situation.traffic().offeredLately();
        return Math.max(
                situation.traffic().callersWait() ? 2 * offered : offered,
                goal.throughputPerSecond().orElse(0));
    }

    static boolean exceeds(Situation situation, Map.Entry<String, Integer> need) {
        JoinSettings join = situation.flow().layout().slots().get(need.getKey());
        return join != null && join.threads() > need.getValue();
    }

    /** While callers wait, the rate that could arrive is unknown, so only a goal says which throughput is enough. */
    boolean knowsWhatIsWanted() {
        return !situation.traffic().callersWait() || goal.throughputPerSecond().isPresent();
    }

    PlanPurpose purpose() {
        return topic.purpose();
    }

    Map<String, JoinSettings> present() {
        return situation.flow().layout().slots();
    }

    long version() {
        return situation.flow().layout().version();
    }
}
