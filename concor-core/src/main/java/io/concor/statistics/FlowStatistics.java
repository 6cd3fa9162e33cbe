package io.concor.statistics;

import io.concor.Sampling;
import io.concor.TaskKind;
import io.concor.layout.SlotState;
import java.util.List;

/**
 * Where time goes in a flow. Times come from sampled events; counts from all.
 *
 * @param flow the flow's name
 * @param sampling what is measured at present
 * @param inFlight how many events are inside
 * @param window the last ten seconds
 * @param sinceStart since the flow was built
 * @param slots the filled slots at present, in order
 */
public record FlowStatistics(
        String flow, Sampling sampling, long inFlight, Period window, Period sinceStart, List<SlotState> slots) {

    /** Copies the list, which nobody can change then. */
    public FlowStatistics {
        slots = List.copyOf(slots);
    }

    /**
     * The figures of one stretch of time.
     *
     * @param seconds how long it is
     * @param completed how many events ended with a value
     * @param failed how many ended with an error
     * @param refused how many were not taken
     * @param throughput how many events ended per second
     * @param latency from entering to ending
     * @param components the components in order
     * @param slots the filled slots in order
     * @param stages the stages in order
     */
    public record Period(
            double seconds,
            long completed,
            long failed,
            long refused,
            double throughput,
            LatencyDistribution latency,
            List<ComponentFigures> components,
            List<SlotFigures> slots,
            List<StageFigures> stages) {

        /** Copies the lists, which nobody can change then. */
        public Period {
            components = List.copyOf(components);
            slots = List.copyOf(slots);
            stages = List.copyOf(stages);
        }
    }

    /**
     * One component.
     *
     * @param name its name
     * @param kind its kind
     * @param service how long its task took; of a transition task, until its continuation was called
     */
    public record ComponentFigures(String name, TaskKind kind, LatencyDistribution service) {}

    /**
     * One filled slot.
     *
     * @param name its name
     * @param waiting how long events stood in the ring
     * @param throughput how many events were taken from the ring per second
     * @param utilisation which part of the threads' time was spent on events, 0 to 1; estimated from the samples
     */
    public record SlotFigures(String name, LatencyDistribution waiting, double throughput, double utilisation) {}

    /**
     * One stage.
     *
     * @param name the name of its first component
     * @param latency from arriving at the stage's slot to leaving its last component, waiting included
     */
    public record StageFigures(String name, LatencyDistribution latency) {}

    /**
     * How a measured time is distributed; all zero where there is no sample. Times in microseconds.
     *
     * @param samples how many measurements stand behind the figures
     * @param meanMicros the mean
     * @param p50Micros the median
     * @param p95Micros below it were 95 %
     * @param p99Micros below it were 99 %
     * @param maxMicros the longest
     */
    public record LatencyDistribution(
            long samples, double meanMicros, double p50Micros, double p95Micros, double p99Micros, double maxMicros) {

        /** Nothing was measured. */
        public static final LatencyDistribution NONE = new LatencyDistribution(0, 0, 0, 0, 0, 0);
    }
}
