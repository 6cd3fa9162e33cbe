package io.concor.diagnosis.signal;

import java.util.List;
import java.util.OptionalDouble;

/**
 * How events arrived in a window.
 *
 * @param dispersion how irregularly: 0 at a regular pace, 1 for independent senders, more for bursts; unknown if few arrived
 * @param counts how many arrived between two readings, in the order of time
 */
public record ArrivalPattern(OptionalDouble dispersion, List<ArrivalCount> counts) {

    /** Nothing is known. */
    public static final ArrivalPattern UNKNOWN = new ArrivalPattern(OptionalDouble.empty(), List.of());

    /**
     * The time between two readings.
     *
     * @param nanos its length, above 0
     * @param events how many arrived in it
     */
    public record ArrivalCount(long nanos, long events) {}
}
