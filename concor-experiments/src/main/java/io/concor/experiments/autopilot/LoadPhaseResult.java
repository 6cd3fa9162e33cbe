package io.concor.experiments.autopilot;

import java.util.List;

/**
 * What happened in a phase.
 *
 * @param rate events that arrived per second
 * @param seconds how long the phase was
 * @param throughput events that ended per second
 * @param refused number of refused events
 * @param kept at the end of how many seconds the p99 of the last ten seconds was known from twenty events and within the goal
 * @param keptFrom from which second on it always was; after the last one if it was not at the end
 * @param decisions what the autopilot decided, the oldest first
 */
record LoadPhaseResult(
        double rate, int seconds, double throughput, long refused, int kept, int keptFrom, List<String> decisions) {}
