package io.concor.experiments.result;

import io.concor.experiments.testbed.DisturbedMeasurementException;
import io.concor.experiments.testbed.SimulatorResult;
import io.concor.simulator.load.LatencySummary;
import java.time.Duration;

/**
 * What requests cost at a constant rate.
 *
 * @param rate requests per second
 * @param cpuMicros CPU time of the application's process for each completed request, without the compilers'
 * @param compilerMicros CPU time of its JVM's compilers, for each completed request
 * @param p50Micros latency, half of the requests
 * @param p99Micros latency, 99 % of the requests
 * @param late99Micros how late the simulator itself was, which is part of the latency, 99 % of the requests
 * @param notCompleted requests that failed or did not end, and those that could not be sent
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

    /** One of so many not completed is too many to call it a cost. */
    private static final int MANY = 1000;

    /**
     * What it was.
     *
     * @throws DisturbedMeasurementException if too little was completed
     */
    public static RequestCost of(int rate, Duration cpu, Duration compilers, SimulatorResult outcome) {
        long completed = outcome.account().totals().completed();
        long not = outcome.notCompleted();
        if (not * MANY > completed) {
            throw new DisturbedMeasurementException(
                    ("At %d requests per second %d were completed and %d were not: too few to tell"
                                    + " what one costs; say a longer --lead-in or a lower --start, or leave the machine to the"
                                    + " experiment")
                            .formatted(rate, completed, not));
        }
        LatencySummary latencies = outcome.account().latencies();
        return new RequestCost(
                rate,
                micros(cpu) / completed,
                micros(compilers) / completed,
                latencies.p50Micros(),
                latencies.p99Micros(),
                outcome.account().lateness().p99Micros(),
                not);
    }

    private static double micros(Duration time) {
        return time.toNanos() / NANOS_PER_MICRO;
    }

    /** In one line. */
    String summary() {
        return "at %,d/s %.1f us of CPU for each (compilers: %.1f us), p50 %,d us, p99 %,d us"
                .formatted(rate, cpuMicros, compilerMicros, p50Micros, p99Micros);
    }
}
