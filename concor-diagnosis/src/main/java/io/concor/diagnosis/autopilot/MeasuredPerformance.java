package io.concor.diagnosis.autopilot;

import io.concor.diagnosis.situation.LimitSigns;
import io.concor.diagnosis.situation.Situation;

/**
 * What a flow did in some windows.
 *
 * @param throughput events handled per second: ended in another way than by their timeout
 * @param offered events that arrived per second, refused ones included
 * @param saturated whether more arrived than it could handle
 * @param p99Micros the 99th percentile of the latency, in the last ten seconds; 0 if it is unknown, because too few events were
 *     sampled
 */
record MeasuredPerformance(double throughput, double offered, boolean saturated, double p99Micros) {

    static MeasuredPerformance of(Situation situation) {
        return new MeasuredPerformance(
                situation.traffic().handled(),
                situation.traffic().offered(),
                // a latency beyond the goal alone does not mean that events wait
                LimitSigns.of(situation).stream()
                        .anyMatch(sign -> !sign.signal().equals(LimitSigns.LATENCY)),
                knowsLatency(situation) ? situation.latencyMicros(0.99) : 0);
    }

    static boolean knowsLatency(Situation situation) {
        return situation.times().latency().samples() >= LimitSigns.ENOUGH_SAMPLES;
    }
}
