package io.concor.experiments.result;

import java.util.Collection;
import org.apache.commons.math3.distribution.TDistribution;
import org.apache.commons.math3.stat.descriptive.SummaryStatistics;

/**
 * A mean and its 95 % confidence interval by Student's t-distribution. The values are taken as independent.
 *
 * @param mean mean of the values
 * @param halfWidth distance from the mean to both bounds; NaN for fewer than two values
 */
public record ConfidenceInterval(double mean, double halfWidth) {

    private static final double UPPER_QUANTILE = 0.975;

    /** Estimates the mean of what the values are a sample of. */
    public static ConfidenceInterval of(Collection<Double> values) {
        SummaryStatistics statistics = new SummaryStatistics();
        values.forEach(statistics::addValue);
        return new ConfidenceInterval(statistics.getMean(), halfWidth(statistics));
    }

    private static double halfWidth(SummaryStatistics statistics) {
        long count = statistics.getN();
        return count < 2
                ? Double.NaN
                : new TDistribution(count - 1.0).inverseCumulativeProbability(UPPER_QUANTILE)
                        * statistics.getStandardDeviation()
                        / Math.sqrt(count);
    }
}
