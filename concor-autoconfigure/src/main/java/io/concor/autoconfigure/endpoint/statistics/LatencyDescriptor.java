package io.concor.autoconfigure.endpoint.statistics;

import io.concor.autoconfigure.endpoint.figure.Rounding;
import io.concor.statistics.FlowStatistics.LatencyDistribution;
import io.concor.text.Sentence;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The distribution of a measured time, rounded to three significant digits. All zero without samples. No percentile
 * exceeds the maximum.
 *
 * @param samples the number of measurements
 * @param meanMicros the mean
 * @param p50Micros the median
 * @param p95Micros the 95th percentile
 * @param p99Micros the 99th percentile
 * @param maxMicros the maximum
 * @param fewSamples the names of the figures that are based on few samples: mean and median on fewer than 10, the 95th
 *     percentile on fewer than 20, the 99th on fewer than 100; absent if there are none
 */
public record LatencyDescriptor(
        long samples,
        double meanMicros,
        double p50Micros,
        double p95Micros,
        double p99Micros,
        double maxMicros,
        @Nullable List<String> fewSamples) {

    private static final String FEW = "~";

    /** A figure and the number of samples below which it depends on single events. */
    private enum Figure {
        MEAN("meanMicros", 10),
        P50("p50Micros", 10),
        P95("p95Micros", 20),
        P99("p99Micros", 100);

        private final String field;
        private final int enough;

        Figure(String field, int enough) {
            this.field = field;
            this.enough = enough;
        }
    }

    static LatencyDescriptor of(LatencyDistribution latency) {
        return new LatencyDescriptor(
                latency.samples(),
                Rounding.measured(latency.meanMicros()),
                Rounding.measured(latency.p50Micros()),
                Rounding.measured(latency.p95Micros()),
                Rounding.measured(latency.p99Micros()),
                Rounding.measured(latency.maxMicros()),
                fewSamples(latency.samples()));
    }

    private static @Nullable List<String> fewSamples(long samples) {
        List<String> few = Stream.of(Figure.values())
                .filter(figure -> samples < figure.enough)
                .map(figure -> figure.field)
                .toList();
        return few.isEmpty() ? null : few;
    }

    /** Describes the distribution after other words; empty without samples. */
    String words() {
        return samples == 0
                ? ""
                : Sentence.of(
                        "; latency p50 %s ms, p95 %s ms, p99 %s ms (%d samples)",
                        p50Millis(), millis(p95Micros, Figure.P95), p99Millis(), samples);
    }

    @Nullable
    String p50Millis() {
        return millis(p50Micros, Figure.P50);
    }

    @Nullable
    String p99Millis() {
        return millis(p99Micros, Figure.P99);
    }

    /** Returns a figure for people, marked if it is based on few samples, or null without samples. */
    private @Nullable String millis(double micros, Figure figure) {
        if (samples == 0) {
            return null;
        }
        return (samples < figure.enough ? FEW : "") + Rounding.millis(micros);
    }
}
