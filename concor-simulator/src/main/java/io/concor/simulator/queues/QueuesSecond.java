package io.concor.simulator.queues;

import io.concor.simulator.load.LatencySummary;
import java.util.Map;

/**
 * One second of a run.
 *
 * @param second index of the second, from 0; negative in the warm-up
 * @param requests requests answered
 * @param errors requests that failed, or were refused
 * @param calls requests answered by call
 * @param callMicros how long these took together by call, in microseconds
 * @param latencies latency of the requests answered
 */
public record QueuesSecond(
        int second,
        long requests,
        long errors,
        Map<String, Long> calls,
        Map<String, Long> callMicros,
        LatencySummary latencies) {}
