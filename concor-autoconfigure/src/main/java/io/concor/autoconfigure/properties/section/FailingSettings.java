package io.concor.autoconfigure.properties.section;

import io.concor.InvalidSettingException;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * From which failures on a flow is failing.
 *
 * @param share Share of the events that end with an error, from which on a flow is failing: above 0 and up to 1.
 * @param recoveredShare The same share with the events that complete only because a catch component handles an error.
 * @param events Least number of these events within ten seconds, or within a minute if few events end.
 */
public record FailingSettings(
        @DefaultValue("0.2") double share,
        @DefaultValue("0.9") double recoveredShare,
        @DefaultValue("5") int events) {

    /** Checks the bounds. */
    public FailingSettings {
        requireShare("share", share);
        requireShare("recovered-share", recoveredShare);
        if (events < 1) {
            throw InvalidSettingException.outOfBounds("events", events, "at least 1");
        }
    }

    private static void requireShare(String name, double value) {
        if (!(value > 0 && value <= 1)) {
            throw InvalidSettingException.outOfBounds(name, value, "above 0 and up to 1");
        }
    }
}
