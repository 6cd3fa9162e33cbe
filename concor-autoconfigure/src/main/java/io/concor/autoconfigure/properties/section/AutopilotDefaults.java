package io.concor.autoconfigure.properties.section;

import io.concor.InvalidSettingException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What the autopilot does about flows. Requires concor-diagnosis on the class path and concor.diagnosis.enabled.
 *
 * @param mode What the autopilot does about flows without a mode of their own. Default: auto if concor.mode is dynamic,
 *     otherwise advise.
 * @param pause How long a change by anyone else stops the autopilot for the flow, 0s to 1d.
 */
public record AutopilotDefaults(
        @Nullable Autonomy mode, @DefaultValue("5m") Duration pause) {

    private static final Duration LONGEST = Duration.ofDays(1);

    /** Checks the pause. */
    public AutopilotDefaults {
        if (pause.isNegative() || pause.compareTo(LONGEST) > 0) {
            throw InvalidSettingException.outOfBounds("pause", pause, "0s to 1d");
        }
    }
}
