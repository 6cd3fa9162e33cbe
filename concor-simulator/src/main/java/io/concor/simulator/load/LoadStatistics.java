package io.concor.simulator.load;

import java.util.List;
import java.util.Map;

/**
 * The statistics of a run.
 *
 * @param seconds one entry for each second; the last one may be shorter
 * @param totals sums over all seconds
 * @param failures number of failed requests by reason
 * @param latencies latency of the completed requests
 * @param lateness time from when a request was due until it was issued: the delay caused by the simulator
 * @param issuedWindows requests issued per window of 10 ms
 * @param completedWindows requests completed per window of 10 ms
 * @param dueWindows issued requests per window of 10 ms in which they were due: what the simulator issued late counts here
 *     from when it was due
 */
public record LoadStatistics(
        List<SecondStatistics> seconds,
        LoadTotals totals,
        Map<String, Long> failures,
        LatencySummary latencies,
        LatencySummary lateness,
        int[] issuedWindows,
        int[] completedWindows,
        int[] dueWindows) {

    /** The number of windows in a second. */
    public static final int WINDOWS_PER_SECOND = 100;
}
