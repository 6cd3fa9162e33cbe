package io.concor.simulator.queues;

import io.concor.simulator.load.LatencySummary;
import java.util.List;
import java.util.Map;

/**
 * Requests and latencies of a run, without the warm-up and the drain.
 *
 * @param seconds duration
 * @param requestsPerSecond requests answered per second
 * @param latencies their latency, of all calls
 * @param calls the same by call
 * @param errors requests that failed or were refused, by reason, including those of the drain
 * @param timeline the seconds, including the warm-up and the drain
 */
public record QueuesStatistics(
        double seconds,
        double requestsPerSecond,
        LatencySummary latencies,
        Map<String, CallStatistics> calls,
        Map<String, Long> errors,
        List<QueuesSecond> timeline) {}
