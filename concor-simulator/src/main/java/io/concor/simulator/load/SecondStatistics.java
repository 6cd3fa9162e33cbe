package io.concor.simulator.load;

/**
 * The statistics of one second of a run.
 *
 * @param second index of the second, from 0
 * @param rate requests due; 0 from the second in which the run was stopped
 * @param issued requests handed to the client
 * @param completed requests completed, whenever they were issued
 * @param failed requests that failed: status 400 or above, connection failure or timeout
 * @param notSent requests due but not sent because too many were in flight
 * @param inFlight requests in flight at the end of the second
 * @param latencies latency of the requests completed in this second, from when they were due
 * @param lateness time from when the requests issued in this second were due until they were issued
 */
public record SecondStatistics(
        int second,
        int rate,
        int issued,
        int completed,
        int failed,
        int notSent,
        int inFlight,
        LatencySummary latencies,
        LatencySummary lateness) {}
