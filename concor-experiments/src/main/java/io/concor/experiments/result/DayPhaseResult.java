package io.concor.experiments.result;

/**
 * What happened in a phase of a day.
 *
 * @param phase its name
 * @param rate records that were due per second
 * @param seconds how long it was
 * @param perSecond records per second that got their final answer while it lasted
 * @param p50Micros median of the times from when a record of this phase was due to its final answer
 * @param p95Micros 95th percentile of these times
 */
public record DayPhaseResult(
        String phase, int rate, double seconds, double perSecond, long p50Micros, long p95Micros) {}
