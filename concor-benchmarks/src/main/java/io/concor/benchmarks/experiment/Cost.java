package io.concor.benchmarks.experiment;

import io.concor.simulator.load.Latencies;
import java.time.Duration;

/**
 * What requests cost at a constant rate.
 *
 * @param rate requests per second
 * @param cpuMicros CPU time of the application's process for each completed request
 * @param p50Micros latency, half of the requests
 * @param p99Micros latency, 99 % of the requests
 * @param late99Micros how late the simulator itself was, which is part of the latency, 99 % of the requests
 */
record Cost(int rate, double cpuMicros, long p50Micros, long p99Micros, long late99Micros) {

    private static final double NANOS_PER_MICRO = 1000;

    static Cost of(int rate, Duration cpu, Outcome outcome) {
        long completed = Math.max(1, outcome.account().totals().completed());
        Latencies latencies = outcome.account().latencies();
        return new Cost(
                rate,
                cpu.toNanos() / NANOS_PER_MICRO / completed,
                latencies.p50Micros(),
                latencies.p99Micros(),
                outcome.account().lateness().p99Micros());
    }

    /** In one line. */
    String summary() {
        return "at %,d/s %.1f us of CPU for each, p99 %,d us".formatted(rate, cpuMicros, p99Micros);
    }
}
