package io.concor.autoconfigure.endpoint.statistics;

import io.concor.autoconfigure.endpoint.figure.Rounding;
import io.concor.autoconfigure.endpoint.figure.TextTable;
import io.concor.autoconfigure.endpoint.statistics.StatisticsDescriptor.ComponentLatency;
import io.concor.autoconfigure.endpoint.statistics.StatisticsDescriptor.PeriodDescriptor;
import io.concor.autoconfigure.endpoint.statistics.StatisticsDescriptor.SlotOccupancy;
import io.concor.autoconfigure.endpoint.statistics.StatisticsDescriptor.SlotShares;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The statistics of a flow as plain text: a table with a line for each component, for each of the two periods. */
final class StatisticsText {

    private static final String LEGEND = "~ based on few samples\n";

    private static final TextTable<Line> TABLE = TextTable.<Line>create()
            .text("component", line -> line.component().name())
            .text("kind", line -> line.component().kind())
            .number("errors", line -> line.component().errors())
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

    private StatisticsText() {}

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

    static String of(StatisticsDescriptor statistics) {
        return String.format(
                Locale.ROOT,
                """
                flow %s, %d in flight

                %s
                %s
                %s""",
                statistics.flow(),
                statistics.inFlight(),
                period("last", statistics.window(), statistics.slots()),
                period("since start,", statistics.sinceStart(), statistics.slots()),
                LEGEND);
    }

    private static String period(String name, PeriodDescriptor period, List<SlotOccupancy> slots) {
        List<Line> lines = period.components().stream()
                .map(component -> line(component, slots, period.slots()))
                .toList();
        return heading(name, period) + "\n" + TABLE.format(lines);
    }

    private static String heading(String name, PeriodDescriptor period) {
        LatencyDescriptor latency = period.latency();
        return String.format(
                Locale.ROOT,
                "%s %s s: %s events/s, %d completed, %d failed, %d refused%s",
                name,
                Rounding.format(period.seconds()),
                Rounding.format(period.throughput()),
                period.completed(),
                period.failed(),
                period.refused(),
                latency(latency));
    }

    private static String latency(LatencyDescriptor latency) {
        return latency.samples() == 0
                ? ""
                : String.format(
                        Locale.ROOT,
                        "; latency p50 %s ms, p95 %s ms, p99 %s ms (%d samples)",
                        latency.p50Millis(),
                        latency.p95Millis(),
                        latency.p99Millis(),
                        latency.samples());
    }

    private static Line line(ComponentLatency component, List<SlotOccupancy> live, List<SlotShares> shares) {
        return new Line(
                component,
                named(component.name(), live, SlotOccupancy::name),
                named(component.name(), shares, SlotShares::name));
    }

    private static <T> @Nullable T named(String name, List<T> slots, Function<T, String> nameOf) {
        return slots.stream()
                .filter(slot -> nameOf.apply(slot).equals(name))
                .findFirst()
                .orElse(null);
    }
}
