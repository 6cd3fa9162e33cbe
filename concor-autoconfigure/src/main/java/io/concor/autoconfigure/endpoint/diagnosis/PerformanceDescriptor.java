package io.concor.autoconfigure.endpoint.diagnosis;

import io.concor.autoconfigure.endpoint.figure.Rounding;
import io.concor.diagnosis.verdict.Verdict.Performance;
import io.concor.text.Sentence;
import org.jspecify.annotations.Nullable;

/**
 * Throughput and latency, measured or predicted, rounded to three significant digits.
 *
 * @param throughputPerSecond the number of events that end per second
 * @param p50Micros the median of the time from entry to end; absent if no event was sampled
 * @param p99Micros the 99th percentile; absent if no event was sampled
 * @param limitedBy what limits the throughput, absent if nothing does
 */
public record PerformanceDescriptor(
        double throughputPerSecond,
        @Nullable Double p50Micros,
        @Nullable Double p99Micros,
        @Nullable String limitedBy) {

    static @Nullable PerformanceDescriptor of(@Nullable Performance performance) {
        return performance == null ? null : ofKnown(performance);
    }

    static PerformanceDescriptor ofKnown(Performance performance) {
        return new PerformanceDescriptor(
                Rounding.measured(performance.throughputPerSecond()),
                known(performance.p50Micros()),
                known(performance.p99Micros()),
                performance.limitedBy());
    }

    private static @Nullable Double known(double micros) {
        return micros > 0 ? Rounding.measured(micros) : null;
    }

    /** Returns the median in milliseconds, if it is known. */
    @Nullable
    String p50Millis() {
        return p50Micros == null ? null : Rounding.millis(p50Micros);
    }

    /** Returns the 99th percentile in milliseconds, if it is known. */
    @Nullable
    String p99Millis() {
        return p99Micros == null ? null : Rounding.millis(p99Micros);
    }

    /** Describes the figures for people, without what limits them. */
    String words() {
        String latency =
                p50Micros == null ? "unknown latency" : Sentence.of("p50 %s ms, p99 %s ms", p50Millis(), p99Millis());
        return Rounding.format(throughputPerSecond) + " events/s, " + latency;
    }
}
