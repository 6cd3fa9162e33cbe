package io.concor.experiments.result;

import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/** The thesis's equations. */
public final class Equations {

    private static final double PERCENT = 100;

    private Equations() {}

    /** Equation 1: the average of attempts. */
    public static double average(Collection<Double> attempts) {
        return attempts.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
    }

    /** Equation 2: requests sent while the rate grows evenly. */
    public static double requests(double seconds, double startRate, double endRate) {
        return seconds * (startRate + endRate) / 2;
    }

    /** Equation 3: how far a figure is from that without the framework, in percent; below 0 if it is smaller. */
    public static double deviation(double figure, double base) {
        return (figure - base) / base * PERCENT;
    }

    /** The same of the figures of each round. */
    public static List<Double> deviations(List<Double> figures, List<Double> bases) {
        return IntStream.range(0, Math.min(figures.size(), bases.size()))
                .mapToObj(round -> deviation(figures.get(round), bases.get(round)))
                .toList();
    }

    /** Equation 4: how much of the breaking point one step is, in percent. */
    public static double errorMargin(double step, double base) {
        return step / base * PERCENT;
    }

    /** How far apart attempts are, in percent of their average. */
    public static double spread(Collection<Double> attempts) {
        return (Collections.max(attempts) - Collections.min(attempts)) / average(attempts) * PERCENT;
    }
}
