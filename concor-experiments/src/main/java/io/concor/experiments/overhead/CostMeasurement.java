package io.concor.experiments.overhead;

import io.concor.experiments.result.RequestCost;
import io.concor.experiments.testbed.DisturbedMeasurementException;
import io.concor.experiments.testbed.LoadRuns;
import io.concor.experiments.testbed.MeasuredApplication;
import io.concor.experiments.testbed.SimulatorResult;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

/** Measures what a request costs. */
final class CostMeasurement {

    private CostMeasurement() {}

    /**
     * Sends load at a constant rate and measures the CPU time of the application.
     *
     * @param run the name of the run
     * @throws DisturbedMeasurementException if too few requests were completed, or the CPU time is unknown
     */
    static RequestCost measure(MeasuredApplication application, String run, int rate, Duration leadIn, Duration time) {
        try (CpuTimeSampler spending = new CpuTimeSampler(application::cpu, InstantSource.system());
                CpuTimeSampler compiling = new CpuTimeSampler(application::compilers, InstantSource.system())) {
            SimulatorResult outcome = LoadRuns.constant(application, run, rate, leadIn, time, List.of());
            Instant from = outcome.started();
            Instant to = from.plus(time);
            return RequestCost.of(rate, spending.between(from, to), compiling.between(from, to), outcome);
        }
    }
}
