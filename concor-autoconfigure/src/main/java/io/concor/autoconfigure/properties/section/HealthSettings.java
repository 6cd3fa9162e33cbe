package io.concor.autoconfigure.properties.section;

import io.concor.InvalidSettingException;
import java.time.Duration;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Health of flows.
 *
 * @param stalledAfter Time after which a flow is stalled, and its health is down, if it has events inside and none
 *     of them has ended.
 * @param failing Status of a failing flow. Default: up, with the failure in the details, because an outage of a remote
 *     system must not restart the application.
 */
public record HealthSettings(
        @DefaultValue("30s") Duration stalledAfter,
        @DefaultValue("up") FailingStatus failing) {

    /** Checks the duration. */
    public HealthSettings {
        if (stalledAfter.isNegative() || stalledAfter.isZero()) {
            throw InvalidSettingException.outOfBounds("stalled-after", stalledAfter, "any duration longer than 0");
        }
    }

    /** The status of a failing flow. */
    public enum FailingStatus {
        UP,
        OUT_OF_SERVICE,
        DOWN
    }
}
