package io.concor.diagnosis.autopilot;

import io.concor.diagnosis.verdict.Verdict.Performance;

/**
 * The change that was chosen among the candidates.
 *
 * @param predicted what the simulation expects of it
 * @param otherwise what it expects of the present layout at the same rate
 * @param compared number of candidates that were simulated
 * @param enough whether it is expected to keep the goal; otherwise it is a step towards it
 */
record ChosenChange(Candidate candidate, Performance predicted, Performance otherwise, int compared, boolean enough) {}
