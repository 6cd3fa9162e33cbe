package io.concor.engine.sizing;

/**
 * The duration of a call by the number of its messages, fitted to {@code fixed + each * size} by least squares. Earlier calls
 * count less and less.
 */
final class ServiceCurve {

    private static final double MEMORY = 0.98;
    /** The least spread of sizes, in relation to their mean, from which a slope can be told. */
    private static final double LEAST_SPREAD = 0.05;

    private double calls;
    private double sizes;
    private double nanos;
    private double sizesSquared;
    private double sizesByNanos;
    /** The last slope that could be told. */
    private double slope;

    private boolean hasSlope;

    void add(int size, long callNanos) {
        calls = calls * MEMORY + 1;
        sizes = sizes * MEMORY + size;
        nanos = nanos * MEMORY + callNanos;
        sizesSquared = sizesSquared * MEMORY + (double) size * size;
        sizesByNanos = sizesByNanos * MEMORY + (double) size * callNanos;
        double spread = sizesSquared / calls - mean(sizes) * mean(sizes);
        if (spread > Math.pow(LEAST_SPREAD * mean(sizes), 2)) {
            hasSlope = true;
            slope = (sizesByNanos / calls - mean(sizes) * mean(nanos)) / spread;
        }
    }

    private double mean(double sum) {
        return calls == 0 ? 0 : sum / calls;
    }

    /** Returns the duration for each message. As long as all sizes were the same, all of the duration counts as such. */
    double eachNanos() {
        double whole = sizes == 0 ? 0 : nanos / sizes;
        return hasSlope ? Math.max(0, Math.min(slope, whole)) : whole;
    }

    /** Returns the duration of a call without messages. */
    double fixedNanos() {
        return Math.max(0, mean(nanos) - eachNanos() * mean(sizes));
    }

    /** Returns messages for each nanosecond in calls of a size. */
    double rate(int size) {
        return size / Math.max(1, fixedNanos() + eachNanos() * size);
    }

    /** Returns the largest size whose call does not take longer, 1 to {@code most}. */
    int largestWithin(double limitNanos, int most) {
        double each = eachNanos();
        double size = each > 0 ? (limitNanos - fixedNanos()) / each : most;
        return (int) Math.max(1, Math.min(most, size));
    }
}
