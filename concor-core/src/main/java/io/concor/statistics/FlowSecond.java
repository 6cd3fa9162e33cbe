package io.concor.statistics;

import io.concor.statistics.FlowStatistics.LatencyDistribution;
import java.time.Instant;
import java.util.List;

/**
 * What a flow did in about one second of its history.
 *
 * @param end when it ended
 * @param seconds how long it was
 * @param throughput events ended per second
 * @param failed events per second that ended with an error, timeouts included
 * @param refused events refused per second
 * @param inFlight number of events inside at the end
 * @param latency from entry to end, of the sampled events
 * @param version the version of the layout at the end
 * @param layoutChanged whether the layout changed in this second
 * @param slots the slots that are filled at the end, in the order of the components
 */
public record FlowSecond(
        Instant end,
        double seconds,
        double throughput,
        double failed,
        double refused,
        long inFlight,
        LatencyDistribution latency,
        long version,
        boolean layoutChanged,
        List<SlotSecond> slots) {

    /** The largest number of seconds that a flow keeps. */
    public static final int MOST = 900;

    /** Copies the list. */
    public FlowSecond {
        slots = List.copyOf(slots);
    }

    /**
     * What the threads of a filled slot did.
     *
     * @param queue number of events that waited at the end
     * @param busy share of the threads' time spent in tasks, 0 to 1
     * @param blocked share of the threads' time spent waiting for room in the next filled slot, 0 to 1
     */
    public record SlotSecond(String name, long queue, double busy, double blocked) {}
}
