package io.concor.engine.measure;

import io.concor.statistics.FlowStatistics.LatencyDistribution;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/** A histogram of durations with their sum, so that the mean is known without a pass over the histogram. Not thread-safe. */
final class SummedHistogram {

    private static final int SIGNIFICANT_DIGITS = 2;
    private static final double NANOS_PER_MICRO = 1_000;

    private final Histogram histogram = new Histogram(SIGNIFICANT_DIGITS);
    private double nanos;

    void record(long value, long count) {
        histogram.recordValueWithCount(value, count);
        nanos += (double) value * count;
    }

    /** Removes the recordings of another histogram, all of which this one contains. */
    void subtract(SummedHistogram other) {
        histogram.subtract(other.histogram);
        nanos = samples() == 0 ? 0 : nanos - other.nanos; // very large sums are rounded
    }

    void reset() {
        histogram.reset();
        nanos = 0;
    }

    long samples() {
        return histogram.getTotalCount();
    }

    Iterable<HistogramIterationValue> values() {
        return histogram.recordedValues();
    }

    LatencyDistribution distribution() {
        if (samples() == 0) {
            return LatencyDistribution.NONE;
        }
        return new LatencyDistribution(
                samples(),
                meanMicros(),
                histogram.getValueAtPercentile(50) / NANOS_PER_MICRO,
                histogram.getValueAtPercentile(95) / NANOS_PER_MICRO,
                histogram.getValueAtPercentile(99) / NANOS_PER_MICRO,
                histogram.getMaxValue() / NANOS_PER_MICRO);
    }

    /** Returns the mean of the durations in microseconds, or NaN if there are none. */
    double meanMicros() {
        return nanos / samples() / NANOS_PER_MICRO;
    }
}
