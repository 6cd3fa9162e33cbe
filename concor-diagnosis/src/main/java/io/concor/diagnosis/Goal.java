package io.concor.diagnosis;

import io.concor.InvalidSettingException;
import java.util.OptionalDouble;

/**
 * What a flow is to keep. Its bounds are those of the properties {@code p99} and {@code throughput}.
 *
 * @param p99Micros the 99th percentile of its latency, 1 microsecond to 1 day; empty for none
 * @param throughputPerSecond the rate that it has to handle, above 0 and up to 10 million; empty for none
 */
public record Goal(OptionalDouble p99Micros, OptionalDouble throughputPerSecond) {

    /** No goal. */
    public static final Goal NONE = new Goal(OptionalDouble.empty(), OptionalDouble.empty());

    private static final double DAY_MICROS = 86_400_000_000.0;
    private static final double MOST_PER_SECOND = 10_000_000;

    /**
     * Checks the goal.
     *
     * @throws InvalidSettingException if a number is not finite or out of its bounds
     */
    public Goal {
        p99Micros.ifPresent(micros -> {
            if (!(micros >= 1 && micros <= DAY_MICROS)) { // also not a number
                throw InvalidSettingException.outOfBounds("p99", micros + "us", "1us to 1d");
            }
        });
        throughputPerSecond.ifPresent(rate -> {
            if (!(rate > 0 && rate <= MOST_PER_SECOND)) {
                throw InvalidSettingException.outOfBounds("throughput", rate, "above 0 and up to 10000000");
            }
        });
    }
}
