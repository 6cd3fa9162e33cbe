package io.concor.experiments.result;

import java.time.Duration;

/**
 * For how long what comes before a ramp.
 *
 * @param warmUp of each application
 * @param leadIn of each ramp
 * @param cost at a constant rate
 */
public record PhaseDurations(Duration warmUp, Duration leadIn, Duration cost) {

    /** In one line. */
    public String description() {
        return "warmed up for %d s, then %d s at a constant rate, lead-ins %d s"
                .formatted(warmUp.toSeconds(), cost.toSeconds(), leadIn.toSeconds());
    }
}
