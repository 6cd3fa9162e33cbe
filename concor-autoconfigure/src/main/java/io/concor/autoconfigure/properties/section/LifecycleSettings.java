package io.concor.autoconfigure.properties.section;

import io.concor.InvalidSettingException;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * When flows start and stop.
 *
 * @param phase Phase of the flows in the life cycle of the context, at most 2147483645. Beans of a higher phase start after
 *     them and stop before. Presets use the next phase, checks and the diagnosis the one after that.
 */
public record LifecycleSettings(@DefaultValue("1073740799") int phase) {

    private static final int LARGEST_PHASE = Integer.MAX_VALUE - 2;

    /** Checks the number. */
    public LifecycleSettings {
        if (phase > LARGEST_PHASE) {
            throw InvalidSettingException.outOfBounds("phase", phase, "at most " + LARGEST_PHASE);
        }
    }
}
