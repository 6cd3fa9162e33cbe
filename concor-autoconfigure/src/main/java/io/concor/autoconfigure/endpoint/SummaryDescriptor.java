package io.concor.autoconfigure.endpoint;

import io.concor.autoconfigure.endpoint.StatisticsDescriptor.ComponentLatency;
import io.concor.autoconfigure.endpoint.StatisticsDescriptor.SlotOccupancy;
import io.concor.autoconfigure.endpoint.StatisticsDescriptor.SlotShares;
import io.concor.autoconfigure.endpoint.figure.Rounding;
import io.concor.autoconfigure.endpoint.figure.TextTable;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * The most important figures of a flow in the last ten seconds. Fields of slots are absent if no slot is filled.
 *
 * @param flow the name of the flow
 * @param seconds the length of the period
 * @param inFlight the number of events inside
 * @param throughput the number of events that ended per second
 * @param failed the number of events that ended with an error
 * @param refused the number of events that were not admitted
 * @param latency the time from entry to end
 * @param slowestComponent the component with the longest mean service time, absent without samples
 * @param slowestMeanMicros its mean service time
 * @param busiestSlot the slot with the highest utilisation
 * @param utilisation its utilisation, 0 to 1
 * @param fullestSlot the slot whose queue is the largest part of its capacity
 * @param queueSize the number of events that wait in it
 * @param capacity its capacity
 */
public record SummaryDescriptor(
        String flow,
        double seconds,
        long inFlight,
        double throughput,
        long failed,
        long refused,
        LatencyDescriptor latency,
        @Nullable String slowestComponent,
        @Nullable Double slowestMeanMicros,
        @Nullable String busiestSlot,
        @Nullable Double utilisation,
        @Nullable String fullestSlot,
        @Nullable Long queueSize,
        @Nullable Integer capacity)
        implements OperationResponseBody, PlainText {

    private static final TextTable<SummaryDescriptor> TABLE = TextTable.<SummaryDescriptor>create()
            .text("flow", SummaryDescriptor::flow)
            .number("in flight", SummaryDescriptor::inFlight)
            .number("rate [events/s]", SummaryDescriptor::throughput)
            .number("failed", SummaryDescriptor::failed)
            .number("refused", SummaryDescriptor::refused)
            .number("p50 [ms]", summary -> summary.latency().p50Millis())
            .number("p99 [ms]", summary -> summary.latency().p99Millis())
            .number("samples", summary -> summary.latency().samples())
            .text("slowest component", SummaryDescriptor::slowestComponent)
            .number("mean [ms]", SummaryDescriptor::slowestMeanMillis)
            .text("busiest slot", SummaryDescriptor::busiestSlot)
            .number("busy [%]", SummaryDescriptor::utilisationPercent)
            .text("fullest slot", SummaryDescriptor::fullestSlot)
            .number("queue [events]", SummaryDescriptor::queueSize);

    /**
     * The summaries of all flows.
     *
     * @param flows the flows, sorted by name
     */
    public record AllSummaries(List<SummaryDescriptor> flows) implements OperationResponseBody, PlainText {

        @Override
        public String plainText() {
            return TABLE.format(flows);
        }
    }

    static SummaryDescriptor of(StatisticsDescriptor statistics) {
        StatisticsDescriptor.PeriodDescriptor window = statistics.window();
        Optional<ComponentLatency> slowest = most(
                        window.components(), component -> component.service().meanMicros())
                .filter(component -> component.service().samples() > 0);
        Optional<SlotShares> busiest = most(window.slots(), SlotShares::busy);
        Optional<SlotOccupancy> fullest = most(statistics.slots(), slot -> (double) slot.queueSize() / slot.capacity());
        return new SummaryDescriptor(
                statistics.flow(),
                window.seconds(),
                statistics.inFlight(),
                window.throughput(),
                window.failed(),
                window.refused(),
                window.latency(),
                slowest.map(ComponentLatency::name).orElse(null),
                slowest.map(component -> component.service().meanMicros()).orElse(null),
                busiest.map(SlotShares::name).orElse(null),
                busiest.map(SlotShares::busy).orElse(null),
                fullest.map(SlotOccupancy::name).orElse(null),
                fullest.map(SlotOccupancy::queueSize).orElse(null),
                fullest.map(SlotOccupancy::capacity).orElse(null));
    }

    private static <T> Optional<T> most(List<T> candidates, ToDoubleFunction<T> figure) {
        return candidates.stream().max(Comparator.comparingDouble(figure));
    }

    @Override
    public String plainText() {
        return TABLE.format(List.of(this));
    }

    private @Nullable String slowestMeanMillis() {
        return slowestMeanMicros == null ? null : Rounding.millis(slowestMeanMicros);
    }

    private @Nullable String utilisationPercent() {
        return utilisation == null ? null : Rounding.percent(utilisation);
    }
}
