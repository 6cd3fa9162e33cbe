package io.concor.simulator.load;

/**
 * What happened in one second of a run.
 *
 * @param second counted from 0
 * @param rate requests that were due in it; 0 from the second on in which the run was stopped
 * @param issued requests handed to the client in it
 * @param completed requests completed in it, whenever they were issued
 * @param failed requests that ended otherwise in it: a status of 400 and above, a connection that failed, a timeout
 * @param notSent requests that were due but not sent, because too many were in flight
 * @param inFlight requests whose end was not known when the second ended
 * @param latencies from when a request was due to its completion, of those completed in it
 * @param lateness from when a request was due to when it was issued
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
