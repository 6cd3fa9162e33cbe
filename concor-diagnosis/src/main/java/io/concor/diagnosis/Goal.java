package io.concor.diagnosis;

import java.util.OptionalDouble;

/**
 * What a flow is to keep.
 *
 * @param p99Micros the 99th percentile of its latency; empty for none
 * @param throughputPerSecond the rate that it has to handle; empty for none
 */
public record Goal(OptionalDouble p99Micros, OptionalDouble throughputPerSecond) {

    /** No goal. */
    public static final Goal NONE = new Goal(OptionalDouble.empty(), OptionalDouble.empty());
}
