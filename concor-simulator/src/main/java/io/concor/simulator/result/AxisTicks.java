package io.concor.simulator.result;

import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;

/** Round numbers along an axis. */
final class AxisTicks {

    private static final double[] STEPS = {1, 2, 2.5, 5, 10};

    /** What adding up may have taken away. */
    private static final double ROUNDING = 1e-9;

    private AxisTicks() {}

    /**
     * Multiples of a round step.
     *
     * @param from least
     * @param to greatest, above it
     * @param steps how many there may be
     */
    static List<Double> between(double from, double to, int steps) {
        double step = atLeast((to - from) / steps);
        return LongStream.rangeClosed((long) Math.ceil(from / step - ROUNDING), (long) Math.floor(to / step + ROUNDING))
                .mapToObj(multiple -> multiple * step)
                .toList();
    }

    private static double atLeast(double least) {
        double power = Math.pow(10, Math.floor(Math.log10(least)));
        return DoubleStream.of(STEPS)
                .map(step -> step * power)
                .filter(step -> step >= least * (1 - ROUNDING))
                .findFirst()
                .orElse(STEPS[STEPS.length - 1] * power);
    }
}
