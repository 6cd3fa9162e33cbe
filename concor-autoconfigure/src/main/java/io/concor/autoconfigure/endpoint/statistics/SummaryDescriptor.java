package io.concor.autoconfigure.endpoint.statistics;

import io.concor.autoconfigure.endpoint.PlainText;
import io.concor.autoconfigure.endpoint.figure.Rounding;
import io.concor.autoconfigure.endpoint.figure.TextTable;
import io.concor.autoconfigure.endpoint.statistics.StatisticsDescriptor.SlotShares;
import io.concor.statistics.WindowSummary;
import io.concor.statistics.WindowSummary.BusiestSlot;
import io.concor.statistics.WindowSummary.FullestSlot;
import io.concor.statistics.WindowSummary.SlowestComponent;
import java.util.List;
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

    static final TextTable<SummaryDescriptor> TABLE = TextTable.<SummaryDescriptor>create()
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

    static SummaryDescriptor of(String flow, WindowSummary window) {
        SlowestComponent slowest = window.slowest();
        BusiestSlot busiest = window.busiest();
        FullestSlot fullest = window.fullest();
        return new SummaryDescriptor(
                flow,
                Rounding.decimals(window.seconds(), 1),
                window.inFlight(),
                Rounding.measured(window.throughput()),
                window.failed(),
                window.refused(),
                LatencyDescriptor.of(window.latency()),
                slowest == null ? null : slowest.name(),
                slowest == null ? null : Rounding.measured(slowest.meanMicros()),
                busiest == null ? null : busiest.name(),
                busiest == null ? null : Rounding.decimals(busiest.busy(), SlotShares.PLACES),
                fullest == null ? null : fullest.name(),
                fullest == null ? null : fullest.queueSize(),
                fullest == null ? null : fullest.capacity());
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
