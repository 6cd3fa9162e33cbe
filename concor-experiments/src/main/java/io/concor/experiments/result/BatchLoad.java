package io.concor.experiments.result;

/**
 * What a writer did under a load.
 *
 * @param perSecond events handled per second
 * @param eventsPerCall average size of a batch
 * @param p50Micros median of the times from the arrival of an event to its end
 * @param p95Micros 95th percentile of these times
 */
public record BatchLoad(double perSecond, double eventsPerCall, long p50Micros, long p95Micros) {}
