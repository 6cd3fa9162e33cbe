package io.concor.autoconfigure.endpoint;

import io.concor.Sampling;
import io.concor.layout.SlotState;
import io.concor.statistics.FlowStatistics;
import io.concor.statistics.LatencyDistribution;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * Where time goes in a flow. Times are in microseconds and come from sampled events, each with the number of samples
 * behind it; counts are of all events.
 *
 * @param flow the flow's name
 * @param sampling what is measured at present
 * @param inFlight how many events are inside
 * @param slots the filled slots at present, in order
 * @param window the last ten seconds
 * @param sinceStart since the flow was built
 */
public record StatisticsDescriptor(
        String flow,
        Sampling sampling,
        long inFlight,
        List<SlotOccupancy> slots,
        PeriodDescriptor window,
        PeriodDescriptor sinceStart)
        implements OperationResponseBody {

    /**
     * The same of every flow.
     *
     * @param flows the flows, sorted by name
     */
    public record AllStatistics(List<StatisticsDescriptor> flows) implements OperationResponseBody {}

    /**
     * A filled slot at present.
     *
     * @param name its name
     * @param pool its pool
     * @param queueSize how many events wait in the ring
     * @param capacity how many events may wait before the stage in front pauses
     * @param activeThreads how many threads handle an event
     * @param totalThreads how many threads there are
     */
    public record SlotOccupancy(
            String name, String pool, long queueSize, int capacity, int activeThreads, int totalThreads) {}

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
     * @param slots the filled slots in order: waiting time, throughput, utilisation
     * @param stages the stages in order: latency from arriving at the slot to leaving the last component
     */
    public record PeriodDescriptor(
            double seconds,
            long completed,
            long failed,
            long refused,
            double throughput,
            LatencyDistribution latency,
            List<ComponentLatency> components,
            List<FlowStatistics.SlotPeriod> slots,
            List<FlowStatistics.StagePeriod> stages) {

        static PeriodDescriptor of(FlowStatistics.Period period) {
            return new PeriodDescriptor(
                    period.seconds(),
                    period.completed(),
                    period.failed(),
                    period.refused(),
                    period.throughput(),
                    period.latency(),
                    period.components().stream().map(ComponentLatency::of).toList(),
                    period.slots(),
                    period.stages());
        }
    }

    /**
     * One component.
     *
     * @param name its name
     * @param kind its kind
     * @param service how long its task took; of a transition task, until its continuation was called
     */
    public record ComponentLatency(String name, String kind, LatencyDistribution service) {

        static ComponentLatency of(FlowStatistics.ComponentPeriod component) {
            return new ComponentLatency(component.name(), component.kind().toString(), component.service());
        }
    }

    static StatisticsDescriptor of(FlowStatistics statistics) {
        return new StatisticsDescriptor(
                statistics.flow(),
                statistics.sampling(),
                statistics.inFlight(),
                statistics.slots().stream().flatMap(StatisticsDescriptor::live).toList(),
                PeriodDescriptor.of(statistics.window()),
                PeriodDescriptor.of(statistics.sinceStart()));
    }

    private static Stream<SlotOccupancy> live(SlotState slot) {
        return Stream.ofNullable(slot.settings())
                .map(join -> new SlotOccupancy(
                        slot.name(),
                        join.pool().toString(),
                        slot.queueSize(),
                        join.capacity(),
                        slot.activeThreads(),
                        slot.totalThreads()));
    }
}
