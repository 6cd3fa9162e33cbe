package io.concor.statistics;

import io.concor.statistics.FlowStatistics.LatencyDistribution;
import org.jspecify.annotations.Nullable;

/**
 * The most important figures of a flow in the last ten seconds. Cheaper than {@link FlowStatistics}, for a reader that
 * looks at many flows every second.
 *
 * @param seconds the length of the period: ten seconds, or less after the flow was built
 * @param inFlight number of events inside
 * @param failed number of events that ended with an error, timeouts included
 * @param refused number of events that were refused at admission
 * @param throughput events ended per second
 * @param latency from entry to end
 * @param slowest the component with the longest mean service time, or null without samples
 * @param busiest the filled slot whose threads are the busiest, or null if no slot is filled
 * @param fullest the filled slot whose queue is the largest part of its capacity, or null if no slot is filled
 */
public record WindowSummary(
        double seconds,
        long inFlight,
        long failed,
        long refused,
        double throughput,
        LatencyDistribution latency,
        @Nullable SlowestComponent slowest,
        @Nullable BusiestSlot busiest,
        @Nullable FullestSlot fullest) {

    /**
     * The component with the longest mean service time.
     *
     * @param meanMicros the mean duration of its task in microseconds
     */
    public record SlowestComponent(String name, double meanMicros) {}

    /**
     * The slot whose threads are the busiest.
     *
     * @param busy share of the threads' time spent in tasks, 0 to 1; since the last change of the layout at the earliest
     */
    public record BusiestSlot(String name, double busy) {}

    /**
     * The slot whose queue is the largest part of its capacity.
     *
     * @param queueSize number of events that wait
     * @param capacity number of events that can wait before the previous stage pauses
     */
    public record FullestSlot(String name, long queueSize, int capacity) {

        /** Returns the part of the capacity that is in use; above 1 if more events wait. */
        public double level() {
            return (double) queueSize / capacity;
        }
    }
}
