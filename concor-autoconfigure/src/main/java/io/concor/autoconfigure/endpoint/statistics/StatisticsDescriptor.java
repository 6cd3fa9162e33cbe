package io.concor.autoconfigure.endpoint.statistics;

import io.concor.Sampling;
import io.concor.autoconfigure.endpoint.PlainText;
import io.concor.autoconfigure.endpoint.figure.Rounding;
import io.concor.autoconfigure.endpoint.figure.TextTable;
import io.concor.layout.SlotState;
import io.concor.statistics.FlowStatistics;
import io.concor.text.Sentence;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * The statistics of a flow. Times are in microseconds and come from sampled events; each figure has its number of
 * samples. Counts include all events and are exact; all other figures are rounded.
 *
 * @param flow the name of the flow
 * @param sampling the current sampling
 * @param inFlight the number of events inside
 * @param slots the currently filled slots, in order
 * @param window the last ten seconds
 * @param sinceStart the time since the flow was built
 */
public record StatisticsDescriptor(
        String flow,
        Sampling sampling,
        long inFlight,
        List<SlotOccupancy> slots,
        PeriodDescriptor window,
        PeriodDescriptor sinceStart)
        implements OperationResponseBody, PlainText {

    private static final String LEGEND = "~ based on few samples\n";

    private static final TextTable<Line> TABLE = TextTable.<Line>create()
            .text("component", line -> line.component().name())
            .text("kind", line -> line.component().kind())
            .number("errors", line -> line.component().errors())
            .numberIfAny("retries", line -> line.component().retriesIfAny())
            .number("p50 [ms]", line -> line.component().service().p50Millis())
            .number("p99 [ms]", line -> line.component().service().p99Millis())
            .number("samples", line -> line.component().service().samples())
            .text("pool", line -> line.occupancy(SlotOccupancy::pool))
            .number("threads", line -> line.occupancy(SlotOccupancy::totalThreads))
            .number("queue [events]", line -> line.occupancy(SlotOccupancy::queueSize))
            .number("wait p50 [ms]", line -> line.shares(slot -> slot.waiting().p50Millis()))
            .number("wait p99 [ms]", line -> line.shares(slot -> slot.waiting().p99Millis()))
            .number("rate [events/s]", line -> line.shares(SlotShares::throughput))
            .number("busy [%]", line -> line.shares(slot -> Rounding.percent(slot.busy())))
            .number("blocked [%]", line -> line.shares(slot -> Rounding.percent(slot.blocked())))
            .numberIfAny("batch limit", line -> line.batches(BatchStatistics::limit))
            .numberIfAny("batch mean", line -> line.batches(BatchStatistics::meanSize))
            .numberIfAny("batch max", line -> line.batches(BatchStatistics::maxSize))
            .numberIfAny(
                    "call p50 [ms]",
                    line -> line.batches(batches -> batches.call().p50Millis()))
            .numberIfAny(
                    "call p99 [ms]",
                    line -> line.batches(batches -> batches.call().p99Millis()));

    /** A component, and its slot if it is filled. */
    private record Line(
            ComponentLatency component,
            @Nullable SlotOccupancy occupancy,
            @Nullable SlotShares shares) {

        private <T> @Nullable T occupancy(Function<SlotOccupancy, T> figure) {
            return occupancy == null ? null : figure.apply(occupancy);
        }

        private <T> @Nullable T shares(Function<SlotShares, @Nullable T> figure) {
            return shares == null ? null : figure.apply(shares);
        }

        private <T> @Nullable T batches(Function<BatchStatistics, @Nullable T> figure) {
            BatchStatistics batches = shares(SlotShares::batches);
            return batches == null ? null : figure.apply(batches);
        }
    }

    /** Returns a table with a line for each component, for each of the two periods. */
    @Override
    public String plainText() {
        return Sentence.of("""
                flow %s, %d in flight

                %s
                %s
                %s""", flow, inFlight, text("last", window), text("since start,", sinceStart), LEGEND);
    }

    private String text(String name, PeriodDescriptor period) {
        List<Line> lines = period.components().stream()
                .map(component -> new Line(
                        component,
                        named(component.name(), slots, SlotOccupancy::name),
                        named(component.name(), period.slots(), SlotShares::name)))
                .toList();
        return name + " " + period.heading() + "\n" + TABLE.format(lines);
    }

    private static <T> @Nullable T named(String name, List<T> slots, Function<T, String> nameOf) {
        return slots.stream()
                .filter(slot -> nameOf.apply(slot).equals(name))
                .findFirst()
                .orElse(null);
    }

    /**
     * The current occupancy of a filled slot.
     *
     * @param name the name of the slot
     * @param pool the pool
     * @param queueSize the number of events that wait in the ring
     * @param capacity the number of events that can wait before the previous stage pauses
     * @param activeThreads the number of threads that handle an event
     * @param totalThreads the number of threads
     */
    public record SlotOccupancy(
            String name, String pool, long queueSize, int capacity, int activeThreads, int totalThreads) {

        /** Returns the occupancy of a slot, or nothing if it is empty. */
        static Stream<SlotOccupancy> of(SlotState slot) {
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

    /**
     * The statistics of a period.
     *
     * @param seconds the length of the period
     * @param completed the number of events that ended with a value
     * @param failed the number of events that ended with an error
     * @param refused the number of events that were not admitted
     * @param throughput the number of events that ended per second
     * @param latency the time from entry to end
     * @param components the components in order
     * @param slots the filled slots in order
     * @param stages the stages in order: latency from arrival at the slot to the end of the last component
     */
    public record PeriodDescriptor(
            double seconds,
            long completed,
            long failed,
            long refused,
            double throughput,
            LatencyDescriptor latency,
            List<ComponentLatency> components,
            List<SlotShares> slots,
            List<StageLatency> stages) {

        static PeriodDescriptor of(FlowStatistics.Period period) {
            return new PeriodDescriptor(
                    Rounding.decimals(period.seconds(), 1),
                    period.completed(),
                    period.failed(),
                    period.refused(),
                    Rounding.measured(period.throughput()),
                    LatencyDescriptor.of(period.latency()),
                    period.components().stream().map(ComponentLatency::of).toList(),
                    period.slots().stream().map(SlotShares::of).toList(),
                    period.stages().stream().map(StageLatency::of).toList());
        }

        private String heading() {
            return Sentence.of(
                    "%s s: %s events/s, %d completed, %d failed, %d refused%s",
                    Rounding.format(seconds), Rounding.format(throughput), completed, failed, refused, latency.words());
        }
    }

    /**
     * The errors and the service time of a component.
     *
     * @param name the name of the component
     * @param kind the kind of its task
     * @param errors the number of errors that occurred in it, caught ones and timeouts included, but not those after which it
     *     was tried again
     * @param retries how often it was tried again
     * @param service the duration of the task; for a transition task, until its continuation was called; for a batch
     *     task, an event's share of it
     */
    public record ComponentLatency(String name, String kind, long errors, long retries, LatencyDescriptor service) {

        private @Nullable Long retriesIfAny() {
            return retries == 0 ? null : retries;
        }

        static ComponentLatency of(FlowStatistics.ComponentFigures component) {
            return new ComponentLatency(
                    component.name(),
                    component.kind().toString(),
                    component.errors(),
                    component.retries(),
                    LatencyDescriptor.of(component.service()));
        }
    }

    /**
     * The latency of a stage.
     *
     * @param name the name of its first component
     * @param latency the time from arrival at the stage's slot to the end of its last component
     */
    public record StageLatency(String name, LatencyDescriptor latency) {

        static StageLatency of(FlowStatistics.StageFigures stage) {
            return new StageLatency(stage.name(), LatencyDescriptor.of(stage.latency()));
        }
    }

    /**
     * The figures of a filled slot. The shares of its threads' time sum to 1.
     *
     * @param name the name of the slot
     * @param waiting the time that events waited in the ring
     * @param throughput the number of events taken from the ring per second
     * @param busy the share of time in tasks
     * @param blocked the share of time in which the next filled slot had no room for an event
     * @param idle the share of time without an event
     * @param utilisation the same as {@code busy}
     * @param hottestLane the share of the events that had the most frequent key, with the few others of its lane; absent
     *     unless events wait by their keys
     * @param batches the batches; absent unless the component is a batch component
     */
    public record SlotShares(
            String name,
            LatencyDescriptor waiting,
            double throughput,
            double busy,
            double blocked,
            double idle,
            double utilisation,
            @Nullable Double hottestLane,
            @Nullable BatchStatistics batches) {

        static final int PLACES = 3;

        static SlotShares of(FlowStatistics.SlotFigures slot) {
            double busy = Rounding.decimals(slot.busy(), PLACES);
            double blocked = Math.min(Rounding.decimals(slot.blocked(), PLACES), Rounding.decimals(1 - busy, PLACES));
            return new SlotShares(
                    slot.name(),
                    LatencyDescriptor.of(slot.waiting()),
                    Rounding.measured(slot.throughput()),
                    busy,
                    blocked,
                    Rounding.decimals(1 - busy - blocked, PLACES),
                    busy,
                    slot.hottestLane() == null ? null : Rounding.decimals(slot.hottestLane(), PLACES),
                    BatchStatistics.of(slot.batches()));
        }
    }

    static StatisticsDescriptor of(FlowStatistics statistics) {
        return new StatisticsDescriptor(
                statistics.flow(),
                statistics.sampling(),
                statistics.inFlight(),
                statistics.slots().stream().flatMap(SlotOccupancy::of).toList(),
                PeriodDescriptor.of(statistics.window()),
                PeriodDescriptor.of(statistics.sinceStart()));
    }
}
