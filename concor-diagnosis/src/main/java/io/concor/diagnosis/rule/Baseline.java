package io.concor.diagnosis.rule;

import io.concor.statistics.DurationHistogram;
import io.concor.statistics.FlowHistograms;
import java.util.Arrays;
import java.util.OptionalDouble;

/**
 * How long the tasks of a flow take when nothing limits it: the median of each, which follows slowly. For one thread.
 */
public final class Baseline {

    private static final int ENOUGH_SAMPLES = 20;
    private static final double WEIGHT = 0.1;

    private final double[] medians;

    public Baseline(int components) {
        medians = new double[components];
        Arrays.fill(medians, Double.NaN);
    }

    /** Takes the times of a healthy window into account. */
    public void learn(FlowHistograms times) {
        for (int i = 0; i < medians.length; i++) {
            DurationHistogram service = times.service().get(i);
            if (service.samples() >= ENOUGH_SAMPLES) {
                double median = service.nanosAt(0.5);
                medians[i] = Double.isNaN(medians[i]) ? median : medians[i] + WEIGHT * (median - medians[i]);
            }
        }
    }

    /** Returns how many times its usual time a component takes now. Unknown until it was healthy for a while. */
    OptionalDouble slowdown(int component, FlowHistograms times) {
        DurationHistogram service = times.service().get(component);
        double usual = medians[component];
        return Double.isNaN(usual) || usual <= 0 || service.samples() < ENOUGH_SAMPLES
                ? OptionalDouble.empty()
                : OptionalDouble.of(service.nanosAt(0.5) / usual);
    }
}
