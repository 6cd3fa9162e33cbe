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

/** Measures the cost of a request. */
final class CostMeasurement {

    private CostMeasurement() {}

    /**
     * Sends load at a constant rate and measures the CPU time of the application.
     *
     * @param run the name of the run
     * @throws DisturbedMeasurementException if too few requests were completed, or the CPU time is unknown
     */
    static RequestCost measure(MeasuredApplication application, String run, int rate, Duration leadIn, Duration time) {
        try (CpuTimeSampler sampler = new CpuTimeSampler(application::cpu, InstantSource.system());
                CpuTimeSampler compilerSampler = new CpuTimeSampler(application::compilers, InstantSource.system())) {
            SimulatorResult result = LoadRuns.constant(application, run, rate, leadIn, time, List.of());
            Instant from = result.started();
            Instant to = from.plus(time);
            return RequestCost.of(rate, sampler.between(from, to), compilerSampler.between(from, to), result);
        }
    }
}
