package io.concor.experiments.laboratory.prediction;

import io.concor.diagnosis.verdict.Verdict.Performance;
import io.concor.diagnosis.verdict.WhatIf;
import java.util.List;

/**
 * What was predicted and what then was measured.
 *
 * @param setup the flow before the change
 * @param rate events per second before the change
 * @param change what changed
 * @param before as measured before
 * @param predicted what the change would bring
 * @param measured what it brought
 * @param reasons what the prediction rested on
 */
record PredictionResult(
        String setup,
        double rate,
        String change,
        Performance before,
        Performance predicted,
        Performance measured,
        List<String> reasons) {

    /** From which share on a throughput counts as changed. */
    private static final double THROUGHPUT_CHANGES = 0.1;
    /** From which share on a latency counts as changed. */
    private static final double LATENCY_CHANGES = 0.25;

    static PredictionResult of(PredictionCase tried, WhatIf answer, Performance measured) {
        return new PredictionResult(
                tried.setup(),
                tried.rate(),
                tried.change(),
                answer.now(),
                answer.predicted(),
                measured,
                answer.reasons());
    }

    /** Returns the error of the predicted throughput as a share of the measured one. */
    double throughputError() {
        return Math.abs(predicted.throughputPerSecond() / measured.throughputPerSecond() - 1);
    }

    /** Returns the error of the predicted 99th percentile as a share of the measured one. */
    double p99Error() {
        return Math.abs(predicted.p99Micros() / measured.p99Micros() - 1);
    }

    /** Whether throughput and latency moved as predicted. */
    boolean directionIsRight() {
        return agree(
                        predicted.throughputPerSecond() / before.throughputPerSecond(),
                        measured.throughputPerSecond() / before.throughputPerSecond(),
                        THROUGHPUT_CHANGES)
                && agree(
                        predicted.p99Micros() / before.p99Micros(),
                        measured.p99Micros() / before.p99Micros(),
                        LATENCY_CHANGES);
    }

    /** Whether two factors are on the same side of one; a factor close to one contradicts only one that is far from it. */
    private static boolean agree(double predicted, double measured, double change) {
        double expected = Math.log(predicted);
        double found = Math.log(measured);
        double small = Math.log1p(change);
        boolean opposite = Math.signum(expected) != Math.signum(found);
        return !opposite || Math.abs(expected) < small && Math.abs(found) < small;
    }
}
