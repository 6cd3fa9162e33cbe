package io.concor.diagnosis;

import io.concor.diagnosis.situation.Situation;
import io.concor.diagnosis.verdict.Verdict;
import org.jspecify.annotations.Nullable;

/** Follows the verdicts. Called once a second for each flow on the thread that reads signals, so implementations are fast. */
@FunctionalInterface
public interface RenewalListener {

    /**
     * The verdict about a flow was renewed.
     *
     * @param situation what it rests on, or null if the layout has just changed
     * @param provisional whether a closer look is under way, after which the cause may be another one; or the flow was limited
     *     and none of the signs was seen in the last second
     */
    void onRenewed(String flow, @Nullable Situation situation, Verdict verdict, boolean provisional);
}
