package io.concor.simulator.load;

import org.HdrHistogram.Histogram;

/**
 * Percentiles of a latency distribution, in microseconds. All values are 0 if nothing was measured.
 *
 * @param meanMicros arithmetic mean
 * @param p50Micros median
 * @param p90Micros 90th percentile
 * @param p99Micros 99th percentile
 * @param p999Micros 99.9th percentile
 * @param maxMicros maximum
 */
public record LatencySummary(
        double meanMicros, long p50Micros, long p90Micros, long p99Micros, long p999Micros, long maxMicros) {

    /** Returns the percentiles of values in microseconds. */
    public static LatencySummary of(Histogram histogram) {
        return new LatencySummary(
                Math.round(histogram.getMean() * 10) / 10.0,
                histogram.getValueAtPercentile(50),
                histogram.getValueAtPercentile(90),
                histogram.getValueAtPercentile(99),
                histogram.getValueAtPercentile(99.9),
                histogram.getMaxValue());
    }
}
