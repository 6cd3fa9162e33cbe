package io.concor.diagnosis.rule;

/**
 * What the simulation gets wrong about a latency of the present layout, it is taken to get wrong in the same way with another one.
 * What it does not know, such as the time of a thread change, adds to each latency. If it lets events wait for longer than they do,
 * because long tasks do not follow each other by chance, say, the waits of another layout are shorter in the same ratio.
 *
 * @param measured the measured latency, in microseconds
 * @param simulated what the simulation gives for it, in microseconds
 */
record LatencyCorrection(double measured, double simulated) {

    /** The largest ratio of a simulated latency to the real one that is believed. */
    private static final double LARGEST_RATIO = 2;

    static final LatencyCorrection NONE = new LatencyCorrection(0, 0);

    /** Returns a simulated latency with what the simulation does not know. */
    double lengthen(double micros) {
        return micros + Math.max(0, measured - simulated);
    }

    /**
     * Returns a simulated latency without the wait that there is only in simulations. One that is shorter than the present one need
     * not contain such a wait, so it is only taken to be no longer than the real one.
     */
    double shorten(double micros) {
        double ratio = measured < simulated ? Math.max(1 / LARGEST_RATIO, measured / simulated) : 1;
        return micros < simulated ? Math.min(micros, ratio * simulated) : ratio * micros;
    }
}
