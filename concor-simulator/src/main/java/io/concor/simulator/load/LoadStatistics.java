package io.concor.simulator.load;

import java.util.List;
import java.util.Map;

/**
 * All that was counted and measured in a run.
 *
 * @param seconds one after the other; the last may be shorter
 * @param totals over all seconds
 * @param failures how often requests failed, by reason
 * @param latencies of all completed requests
 * @param lateness of all issued requests: the simulator's own fault
 * @param issuedWindows requests issued per 10 ms
 * @param completedWindows requests completed per 10 ms
 */
public record LoadStatistics(
        List<SecondStatistics> seconds,
        LoadTotals totals,
        Map<String, Long> failures,
        LatencySummary latencies,
        LatencySummary lateness,
        int[] issuedWindows,
        int[] completedWindows) {

    /** How many windows of 10 ms there are in a second. */
    public static final int WINDOWS_PER_SECOND = 100;
}
