package io.concor.statistics;

/**
 * How a measured time is distributed; all zero where there is no sample. Times in microseconds.
 *
 * @param samples how many measurements stand behind the figures
 * @param meanMicros the mean
 * @param p50Micros the median
 * @param p95Micros below it were 95 %
 * @param p99Micros below it were 99 %
 * @param maxMicros the longest
 */
public record LatencyDistribution(
        long samples, double meanMicros, double p50Micros, double p95Micros, double p99Micros, double maxMicros) {

    /** Nothing was measured. */
    public static final LatencyDistribution NONE = new LatencyDistribution(0, 0, 0, 0, 0, 0);
}
