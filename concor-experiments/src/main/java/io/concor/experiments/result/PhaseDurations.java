package io.concor.experiments.result;

import java.time.Duration;

/**
 * Durations of the phases before a ramp.
 *
 * @param warmUp warm-up of each application
 * @param leadIn lead-in of each ramp
 * @param cost cost measurement at a constant rate
 */
public record PhaseDurations(Duration warmUp, Duration leadIn, Duration cost) {

    /** Returns a description in one line. */
    public String description() {
        return "warmed up for %d s, then %d s at a constant rate, lead-ins %d s"
                .formatted(warmUp.toSeconds(), cost.toSeconds(), leadIn.toSeconds());
    }
}
