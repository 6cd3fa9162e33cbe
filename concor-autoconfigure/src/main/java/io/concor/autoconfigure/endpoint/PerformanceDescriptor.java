package io.concor.autoconfigure.endpoint;

import io.concor.autoconfigure.endpoint.figure.Rounding;
import io.concor.diagnosis.verdict.Verdict.Performance;
import org.jspecify.annotations.Nullable;

/**
 * Throughput and latency, measured or predicted, rounded to three significant digits.
 *
 * @param throughputPerSecond the number of events that end per second
 * @param p50Micros the median of the time from entry to end
 * @param p99Micros the 99th percentile
 * @param limitedBy what limits the throughput, absent if nothing does
 */
public record PerformanceDescriptor(
        double throughputPerSecond,
        double p50Micros,
        double p99Micros,
        @Nullable String limitedBy) {

    static @Nullable PerformanceDescriptor of(@Nullable Performance performance) {
        return performance == null ? null : ofKnown(performance);
    }

    static PerformanceDescriptor ofKnown(Performance performance) {
        return new PerformanceDescriptor(
                Rounding.measured(performance.throughputPerSecond()),
                Rounding.measured(performance.p50Micros()),
                Rounding.measured(performance.p99Micros()),
                performance.limitedBy());
    }

    /** Describes the figures for people, without what limits them. */
    String words() {
        return "%s events/s, p50 %s ms, p99 %s ms"
                .formatted(
                        Rounding.format(throughputPerSecond), Rounding.millis(p50Micros), Rounding.millis(p99Micros));
    }
}
