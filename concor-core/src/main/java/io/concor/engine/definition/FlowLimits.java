package io.concor.engine.definition;

import io.concor.InvalidSettingException;
import java.time.Duration;

/** The bounds of a flow that do not change while it lives. */
public record FlowLimits(int maxInFlight, Duration timeout) {

    public static final int DEFAULT_MAX_IN_FLIGHT = 1024;
    public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(30);

    private static final int MOST_IN_FLIGHT = 1 << 20;
    private static final Duration SHORTEST = Duration.ofMillis(1);
    private static final Duration LONGEST = Duration.ofDays(1);

    public FlowLimits {
        if (maxInFlight < 1 || maxInFlight > MOST_IN_FLIGHT) {
            throw InvalidSettingException.outOfBounds("max-in-flight", maxInFlight, "1 to " + MOST_IN_FLIGHT);
        }
        if (timeout.compareTo(SHORTEST) < 0 || timeout.compareTo(LONGEST) > 0) {
            throw InvalidSettingException.outOfBounds("timeout", timeout, "1ms to 1d");
        }
    }
}
