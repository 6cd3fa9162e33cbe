package io.concor.experiments.result;

import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/** Equations of the thesis. */
public final class Equations {

    private static final double PERCENT = 100;

    private Equations() {}

    /** Equation 1: returns the average of attempts. */
    public static double average(Collection<Double> attempts) {
        return attempts.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
    }

    /** Equation 2: returns the number of requests sent while the rate grows linearly. */
    public static double requests(double seconds, double startRate, double endRate) {
        return seconds * (startRate + endRate) / 2;
    }

    /**
     * Equation 3: returns the deviation from the figure without the framework, in percent; negative if the figure is
     * smaller.
     */
    public static double deviation(double figure, double base) {
        return (figure - base) / base * PERCENT;
    }

    /** Returns the deviation of each round. */
    public static List<Double> deviations(List<Double> figures, List<Double> bases) {
        return IntStream.range(0, Math.min(figures.size(), bases.size()))
                .mapToObj(round -> deviation(figures.get(round), bases.get(round)))
                .toList();
    }

    /** Equation 4: returns the size of one step relative to the breaking point, in percent. */
    public static double errorMargin(double step, double base) {
        return step / base * PERCENT;
    }

    /** Returns the range of attempts in percent of their average. */
    public static double spread(Collection<Double> attempts) {
        return (Collections.max(attempts) - Collections.min(attempts)) / average(attempts) * PERCENT;
    }
}
