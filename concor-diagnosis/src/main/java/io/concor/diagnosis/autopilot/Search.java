package io.concor.diagnosis.autopilot;

import io.concor.diagnosis.verdict.Verdict.Performance;
import java.util.Optional;

/**
 * What a search for a better layout found.
 *
 * @param comparison the simulated layouts; empty if no other layout is allowed
 * @param choice the change to try; empty if none is expected to help
 */
record Search(Optional<Comparison> comparison, Optional<ChosenChange> choice) {

    static final Search NOTHING_ALLOWED = new Search(Optional.empty(), Optional.empty());

    /**
     * How the best of other layouts compares with the present one.
     *
     * @param layouts number of other layouts that were simulated
     * @param best what the simulation expects of the best of them, whether or not that is better
     * @param present what it expects of the present one
     */
    record Comparison(int layouts, Performance best, Performance present) {}
}
