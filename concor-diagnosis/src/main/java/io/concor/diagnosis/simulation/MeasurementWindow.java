package io.concor.diagnosis.simulation;

import java.util.Arrays;
import java.util.stream.IntStream;

/** The events that end during a part of the simulated time. */
final class MeasurementWindow {

    private static final int BATCHES = 20;
    /** 95th percentile of Student's distribution with 19 degrees of freedom. */
    private static final double STUDENT = 1.729;

    private final double start;
    private double[] latencies = new double[1024];
    private int count;

    /**
     * @param start when it begins
     */
    MeasurementWindow(double start) {
        this.start = start;
    }

    void record(double latencyNanos) {
        if (count == latencies.length) {
            latencies = Arrays.copyOf(latencies, 2 * count);
        }
        latencies[count++] = latencyNanos;
    }

    int count() {
        return count;
    }

    /** Returns the mean latency; 0 without events. */
    double meanNanos() {
        return mean(0, count);
    }

    private double mean(int from, int to) {
        return Arrays.stream(latencies, from, to).average().orElse(0);
    }

    /** Returns how many events ended per second. */
    double throughputPerSecond(double now) {
        return count == 0 ? 0 : count * 1e9 / Math.max(1, now - start);
    }

    /** Returns some percentiles of the latency in nanoseconds; 0 without events. */
    double[] percentiles(double... quantiles) {
        double[] sorted = Arrays.copyOf(latencies, count);
        Arrays.sort(sorted);
        return Arrays.stream(quantiles).map(q -> percentile(sorted, q)).toArray();
    }

    private static double percentile(double[] sorted, double quantile) {
        return sorted.length == 0 ? 0 : sorted[Math.max(0, (int) Math.ceil(quantile * sorted.length) - 1)];
    }

    /**
     * Returns half the width of the 90 percent confidence interval of the mean latency, as a share of the mean. The
     * latencies of successive events depend on each other, the means of long batches hardly do: the method of batch means
     * (Law, Simulation Modeling and Analysis, section 9.5.3).
     */
    double relativeError() {
        double mean = meanNanos();
        double squares = IntStream.range(0, BATCHES)
                .mapToDouble(i -> batchMean(i) - mean)
                .map(deviation -> deviation * deviation)
                .sum();
        return mean == 0 ? 0 : STUDENT * Math.sqrt(squares / (BATCHES - 1) / BATCHES) / mean;
    }

    private double batchMean(int batch) {
        int length = count / BATCHES;
        return mean(batch * length, (batch + 1) * length);
    }
}
