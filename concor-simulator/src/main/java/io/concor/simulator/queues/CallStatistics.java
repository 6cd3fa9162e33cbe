package io.concor.simulator.queues;

import io.concor.simulator.load.LatencySummary;

/**
 * The requests of one call in the counted seconds.
 *
 * @param requests requests answered
 * @param perSecond the same per second
 * @param latencies their latency
 */
public record CallStatistics(long requests, double perSecond, LatencySummary latencies) {}
