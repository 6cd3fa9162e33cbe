package io.concor.simulator.load;

import org.HdrHistogram.Histogram;

/**
 * A distribution of times, in microseconds; all are 0 where nothing was measured.
 *
 * @param meanMicros arithmetic mean
 * @param p50Micros half were at most this
 * @param p90Micros 90 % were at most this
 * @param p99Micros 99 % were at most this
 * @param p999Micros 99.9 % were at most this
 * @param maxMicros the longest
 */
public record LatencySummary(
        double meanMicros, long p50Micros, long p90Micros, long p99Micros, long p999Micros, long maxMicros) {

    static LatencySummary of(Histogram histogram) {
        return new LatencySummary(
                Math.round(histogram.getMean() * 10) / 10.0,
                histogram.getValueAtPercentile(50),
                histogram.getValueAtPercentile(90),
                histogram.getValueAtPercentile(99),
                histogram.getValueAtPercentile(99.9),
                histogram.getMaxValue());
    }
}
