package io.concor.diagnosis.simulation;

import java.util.SplittableRandom;

/**
 * Arrivals at random times. Below a dispersion of one, the time between two is a constant and an exponential part; at one it
 * is exponential, as with many independent senders; above, several events arrive together, and the number is geometric. The
 * variance of the number that arrives in a long time, divided by its mean, is the dispersion (Cox, Renewal Theory,
 * 1962).
 */
final class RandomArrivals extends OpenArrivals {

    /** About a day. After longer times, a double would no longer resolve the microseconds of a latency. */
    private static final double LONGEST_MEAN_NANOS = 1e14;
    /** A rate that changes looks like bursts, too. */
    private static final double LARGEST_DISPERSION = 16;

    private final double meanNanos;
    /** The share of the mean time that is exponential. */
    private final double irregular;
    /** The probability that an event does not arrive together with the one before. */
    private final double alone;

    private final SplittableRandom random;

    RandomArrivals(Load.Rate rate, SplittableRandom random, Scheduler scheduler) {
        super(scheduler);
        double dispersion = Math.min(rate.dispersion(), LARGEST_DISPERSION);
        this.meanNanos =
                rate.perSecond() > 0 ? Math.min(1e9 / rate.perSecond(), LONGEST_MEAN_NANOS) : Double.POSITIVE_INFINITY;
        this.irregular = Math.sqrt(Math.min(1, dispersion));
        this.alone = 2 / (1 + Math.max(1, dispersion));
        this.random = random;
    }

    @Override
    double untilNext() {
        return alone < 1 && random.nextDouble() >= alone
                ? 0
                : meanNanos / alone * (1 - irregular + irregular * random.nextExponential());
    }
}
