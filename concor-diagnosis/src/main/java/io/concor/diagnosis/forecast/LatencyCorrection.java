package io.concor.diagnosis.forecast;

import io.concor.diagnosis.simulation.Prediction;
import io.concor.diagnosis.verdict.Verdict.Performance;
import java.util.function.ToDoubleFunction;

/**
 * Corrects simulated latencies by the error of the simulation for the present layout. Time that it lacks, such as that of
 * a thread change, is added. If it exaggerates, because long tasks do not follow each other by chance, say, latencies are
 * shortened in the same ratio. That takes better evidence: an error in this direction promises what the flow does not
 * keep. Nothing is corrected while something limits the flow, as how long events wait then depends on bounds and throughput,
 * nor while latencies of a former layout are among the measured ones.
 *
 * @param now as measured with the present layout
 * @param present as simulated with it
 * @param samples how many latencies were measured
 * @param ofThisLayout whether all of them were
 */
record LatencyCorrection(Performance now, Prediction present, long samples, boolean ofThisLayout) {

    private static final long ENOUGH_FOR_MEDIAN = 100;
    /** Ten of them are longer. */
    private static final long ENOUGH_FOR_P99 = 1_000;

    private static final double MUCH_LONGER = 1.5;
    /** The smallest share of a simulated latency that is left. */
    private static final double LEAST_SHARE = 0.5;

    double p50(Prediction changed) {
        return corrected(changed, Prediction::p50Micros, now.p50Micros(), ENOUGH_FOR_MEDIAN);
    }

    double p99(Prediction changed) {
        return corrected(changed, Prediction::p99Micros, now.p99Micros(), ENOUGH_FOR_P99);
    }

    /** Whether the p99 of layouts that nothing limits is shortened. */
    boolean shortensP99() {
        return isKnown() && now.p99Micros() < present.p99Micros() && isFree(present) && samples >= ENOUGH_FOR_P99;
    }

    /** Whether latencies are prolonged, and the median by so much that predictions of other layouts rest on little. */
    boolean prolongsMuch() {
        return isKnown() && now.p50Micros() > MUCH_LONGER * present.p50Micros();
    }

    private boolean isKnown() {
        return now.limitedBy() == null && samples > 0 && ofThisLayout;
    }

    /** Whether the simulation sees neither the present layout limited nor another one. */
    private boolean isFree(Prediction changed) {
        return present.limitedBy() == null && changed.limitedBy() == null;
    }

    private double corrected(Prediction changed, ToDoubleFunction<Prediction> latency, double measured, long enough) {
        double micros = latency.applyAsDouble(changed);
        double simulated = latency.applyAsDouble(present);
        if (!isKnown()) {
            return micros;
        }
        if (measured >= simulated) {
            return micros + measured - simulated;
        }
        return isFree(changed) && samples >= enough
                ? shortened(micros, simulated, Math.max(LEAST_SHARE, measured / simulated))
                : micros;
    }

    /**
     * A latency that is shorter than the present one may contain no wait at all, so it only becomes no longer than that
     * one.
     */
    private static double shortened(double micros, double simulated, double share) {
        return micros < simulated ? Math.min(micros, share * simulated) : share * micros;
    }
}
