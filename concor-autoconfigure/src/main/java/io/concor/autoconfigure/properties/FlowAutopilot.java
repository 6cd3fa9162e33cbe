package io.concor.autoconfigure.properties;

import io.concor.InvalidSettingException;
import io.concor.autoconfigure.properties.section.Autonomy;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationPropertiesSource;

/**
 * What a flow is to keep, and what the autopilot does about it. A flow that exceeds its p99 is limited: see the endpoint
 * {@code concordiagnosis}. Its throughput is what the autopilot plans for once something limits the flow.
 *
 * @param mode What the autopilot does. Default: concor.autopilot.mode.
 * @param p99 99th percentile of the latency that the flow is to keep, 1us to 1d. Default: none.
 * @param throughput Number of events per second that the autopilot plans for once something limits the flow, above 0 and up
 *     to 10000000. Default: none.
 */
@ConfigurationPropertiesSource
public record FlowAutopilot(
        @Nullable Autonomy mode,
        @Nullable Duration p99,
        @Nullable Double throughput) {

    /** No settings. */
    public static final FlowAutopilot NONE = new FlowAutopilot(null, null, null);

    private static final Duration SHORTEST = Duration.ofNanos(1_000);
    private static final Duration LONGEST = Duration.ofDays(1);
    private static final double HIGHEST_RATE = 10_000_000;

    /** Checks the bounds. */
    public FlowAutopilot {
        if (p99 != null && (p99.compareTo(SHORTEST) < 0 || p99.compareTo(LONGEST) > 0)) {
            throw InvalidSettingException.outOfBounds("p99", p99, "1us to 1d");
        }
        if (throughput != null && !(throughput > 0 && throughput <= HIGHEST_RATE)) {
            throw InvalidSettingException.outOfBounds("throughput", throughput, "above 0 and up to 10000000");
        }
    }
}
