package io.concor.experiments.result;

import io.concor.simulator.load.LatencySummary;
import java.util.List;

/**
 * The cost of requests of one application at one load, while the other applications of its round were idle.
 *
 * @param variant the application
 * @param instance number of the round from 1; each has newly started applications
 * @param loadPercent rate in percent of the breaking point of the twin
 * @param cost averages of the run
 * @param windowMicros CPU time per request of each ten seconds, without the JIT compilers
 * @param lateness lateness of the simulator
 */
public record CostRun(
        CostVariant variant,
        int instance,
        int loadPercent,
        RequestCost cost,
        List<Double> windowMicros,
        LatencySummary lateness) {}
