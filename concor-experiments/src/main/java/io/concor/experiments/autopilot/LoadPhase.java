package io.concor.experiments.autopilot;

import io.concor.experiments.laboratory.flow.ArrivalRate;
import java.util.List;

/**
 * A time with one load.
 *
 * @param rate events per second
 * @param seconds how long it is
 */
record LoadPhase(double rate, int seconds) {

    /** Returns the load of one phase after the other; the last one goes on. */
    static ArrivalRate arrivals(List<LoadPhase> phases) {
        return seconds -> {
            double ends = 0;
            for (LoadPhase phase : phases) {
                ends += phase.seconds();
                if (seconds < ends) {
                    return phase.rate();
                }
            }
            return phases.get(phases.size() - 1).rate();
        };
    }
}
