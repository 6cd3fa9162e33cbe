package io.concor.simulator.result;

import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;

/** The ticks of an axis: round numbers. */
final class AxisTicks {

    private static final double[] STEPS = {1, 2, 2.5, 5, 10};

    /** Tolerated rounding error. */
    private static final double ROUNDING = 1e-9;

    private AxisTicks() {}

    /**
     * Returns multiples of a round step.
     *
     * @param from minimum
     * @param to maximum; greater than {@code from}
     * @param maxSteps maximum number of steps
     */
    static List<Double> between(double from, double to, int maxSteps) {
        double step = roundUp((to - from) / maxSteps);
        return LongStream.rangeClosed((long) Math.ceil(from / step - ROUNDING), (long) Math.floor(to / step + ROUNDING))
                .mapToObj(multiple -> multiple * step)
                .toList();
    }

    private static double roundUp(double value) {
        double power = Math.pow(10, Math.floor(Math.log10(value)));
        return DoubleStream.of(STEPS)
                .map(step -> step * power)
                .filter(step -> step >= value * (1 - ROUNDING))
                .findFirst()
                .orElse(STEPS[STEPS.length - 1] * power);
    }
}
