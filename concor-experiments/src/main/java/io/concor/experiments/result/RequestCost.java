package io.concor.experiments.result;

import io.concor.experiments.testbed.DisturbedMeasurementException;
import io.concor.experiments.testbed.SimulatorResult;
import io.concor.simulator.load.LatencySummary;
import java.time.Duration;

/**
 * Cost of requests at a constant rate.
 *
 * @param rate requests per second
 * @param cpuMicros CPU time of the application per completed request, without the JIT compilers
 * @param compilerMicros CPU time of the JIT compilers per completed request
 * @param p50Micros median latency
 * @param p99Micros 99th percentile of the latency
 * @param late99Micros 99th percentile of the lateness of the simulator, which is part of the latency
 * @param notCompleted requests that failed, did not end or were not sent
 */
public record RequestCost(
        int rate,
        double cpuMicros,
        double compilerMicros,
        long p50Micros,
        long p99Micros,
        long late99Micros,
        long notCompleted) {

    private static final double NANOS_PER_MICRO = 1000;

    /** At most one of this many requests may be not completed. */
    private static final int MANY = 1000;

    /**
     * Calculates the cost of a run.
     *
     * @throws DisturbedMeasurementException if too few requests were completed
     */
    public static RequestCost of(int rate, Duration cpu, Duration compilers, SimulatorResult result) {
        long completed = result.account().totals().completed();
        long not = result.notCompleted();
        if (not * MANY > completed) {
            throw new DisturbedMeasurementException(
                    ("At %d requests per second %d were completed and %d were not, too few to calculate their cost:"
                                    + " set a longer --lead-in or a lower --start, or end other programs on"
                                    + " this machine")
                            .formatted(rate, completed, not));
        }
        LatencySummary latencies = result.account().latencies();
        return new RequestCost(
                rate,
                micros(cpu) / completed,
                micros(compilers) / completed,
                latencies.p50Micros(),
                latencies.p99Micros(),
                result.account().lateness().p99Micros(),
                not);
    }

    private static double micros(Duration time) {
        return time.toNanos() / NANOS_PER_MICRO;
    }

    /** Returns a summary in one line. */
    public String summary() {
        return "at %,d/s %.1f us of CPU for each (compilers: %.1f us), p50 %,d us, p99 %,d us"
                .formatted(rate, cpuMicros, compilerMicros, p50Micros, p99Micros);
    }
}
