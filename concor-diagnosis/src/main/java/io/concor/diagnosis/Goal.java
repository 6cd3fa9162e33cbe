package io.concor.diagnosis;

import io.concor.InvalidSettingException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * What a flow is to keep. Its bounds are those of the properties {@code p99} and {@code throughput}. A value: the methods
 * that take an argument return changed copies.
 *
 * @param p99Micros the 99th percentile of its latency, 1 microsecond to 1 day; empty for none
 * @param throughputPerSecond the rate that it has to handle, above 0 and up to 10 million; empty for none
 */
public record Goal(OptionalDouble p99Micros, OptionalDouble throughputPerSecond) {

    /** No goal. */
    public static final Goal NONE = new Goal(OptionalDouble.empty(), OptionalDouble.empty());

    /** The rates that a goal may have, in words. */
    public static final String RATES = "above 0 and up to 10000000";

    private static final Duration SHORTEST_P99 = Duration.ofNanos(1_000);
    private static final Duration LONGEST_P99 = Duration.ofDays(1);
    private static final double NANOS_PER_MICRO = 1_000;
    private static final double MOST_PER_SECOND = 10_000_000;

    /**
     * Checks the goal.
     *
     * @throws InvalidSettingException if a number is not finite or out of its bounds
     */
    public Goal {
        p99Micros.ifPresent(micros -> {
            if (!(micros >= micros(SHORTEST_P99) && micros <= micros(LONGEST_P99))) { // also not a number
                throw InvalidSettingException.outOfBounds("p99", micros + "us", "1us to 1d");
            }
        });
        throughputPerSecond.ifPresent(rate -> {
            if (!isRate(rate)) {
                throw InvalidSettingException.outOfBounds("throughput", rate, RATES);
            }
        });
    }

    /** Whether a number of events per second is one of {@link #RATES}. */
    public static boolean isRate(double perSecond) {
        return perSecond > 0 && perSecond <= MOST_PER_SECOND;
    }

    private static double micros(Duration time) {
        return time.toNanos() / NANOS_PER_MICRO;
    }

    /** Returns the 99th percentile of the latency; empty for none. */
    public Optional<Duration> p99() {
        return p99Micros.isEmpty()
                ? Optional.empty()
                : Optional.of(Duration.ofNanos(Math.round(p99Micros.getAsDouble() * NANOS_PER_MICRO)));
    }

    /**
     * Changes the 99th percentile of the latency.
     *
     * @param p99 null for none
     * @throws InvalidSettingException if it is out of its bounds
     */
    public Goal p99(@Nullable Duration p99) {
        if (p99 == null) {
            return new Goal(OptionalDouble.empty(), throughputPerSecond);
        }
        InvalidSettingException.requireWithin("p99", p99, SHORTEST_P99, LONGEST_P99); // a longer one may not fit
        return new Goal(OptionalDouble.of(micros(p99)), throughputPerSecond);
    }

    /**
     * Changes the rate.
     *
     * @param perSecond null for none
     * @throws InvalidSettingException if it is not finite or out of its bounds
     */
    public Goal throughput(@Nullable Double perSecond) {
        return new Goal(p99Micros, perSecond == null ? OptionalDouble.empty() : OptionalDouble.of(perSecond));
    }
}
