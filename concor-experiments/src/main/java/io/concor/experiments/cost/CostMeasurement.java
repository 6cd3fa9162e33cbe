package io.concor.experiments.cost;

import io.concor.experiments.result.RequestCost;
import io.concor.experiments.testbed.DisturbedMeasurementException;
import io.concor.experiments.testbed.LoadRuns;
import io.concor.experiments.testbed.MeasuredApplication;
import io.concor.experiments.testbed.SimulatorResult;
import io.concor.simulator.load.LatencySummary;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.IntStream;

/**
 * The measured cost of requests at a constant rate.
 *
 * @param cost averages of the whole run
 * @param windowMicros CPU time per request of each ten seconds of the run, without the JIT compilers
 * @param lateness lateness of the simulator
 * @param completedBy what completed a request
 */
public record CostMeasurement(
        RequestCost cost, List<Double> windowMicros, LatencySummary lateness, String completedBy) {

    /** Measures an application at a constant rate, as {@link #measure} does. */
    @FunctionalInterface
    interface Meter {

        CostMeasurement measure(MeasuredApplication application, String run, int rate, Duration leadIn, Duration time);
    }

    private static final int WINDOW_SECONDS = 10;
    private static final double NANOS_PER_MICRO = 1000;

    /**
     * Sends load at a constant rate and measures the CPU time of the application.
     *
     * @param run the name of the run
     * @throws DisturbedMeasurementException if too few requests were completed, or the CPU time is unknown
     */
    public static CostMeasurement measure(
            MeasuredApplication application, String run, int rate, Duration leadIn, Duration time) {
        try (CpuTimeSampler sampler = new CpuTimeSampler(application::cpu, InstantSource.system());
                CpuTimeSampler compilerSampler = new CpuTimeSampler(application::compilers, InstantSource.system())) {
            SimulatorResult result = LoadRuns.constant(application, run, rate, leadIn, time, List.of());
            Instant from = result.started();
            Instant to = from.plus(time);
            return new CostMeasurement(
                    RequestCost.of(rate, sampler.between(from, to), compilerSampler.between(from, to), result),
                    windows(sampler::between, result, Math.toIntExact(time.toSeconds())),
                    result.account().lateness(),
                    result.completedBy());
        }
    }

    /**
     * Returns the CPU time per request of each ten seconds.
     *
     * @param cpu returns the CPU time between two times
     */
    static List<Double> windows(BiFunction<Instant, Instant, Duration> cpu, SimulatorResult result, int seconds) {
        return IntStream.iterate(0, from -> from + WINDOW_SECONDS <= seconds, from -> from + WINDOW_SECONDS)
                .mapToObj(from -> cpu.apply(result.at(from), result.at(from + WINDOW_SECONDS))
                                .toNanos()
                        / NANOS_PER_MICRO
                        / result.completed(from, from + WINDOW_SECONDS))
                .toList();
    }
}
