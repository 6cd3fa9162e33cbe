package io.concor.autoconfigure.endpoint.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.concor.TaskKind;
import io.concor.autoconfigure.endpoint.statistics.StatisticsDescriptor.PeriodDescriptor;
import io.concor.autoconfigure.endpoint.statistics.StatisticsDescriptor.SlotShares;
import io.concor.layout.Refusals;
import io.concor.statistics.FlowStatistics.BatchFigures;
import io.concor.statistics.FlowStatistics.ComponentFigures;
import io.concor.statistics.FlowStatistics.LatencyDistribution;
import io.concor.statistics.FlowStatistics.Period;
import io.concor.statistics.FlowStatistics.SlotFigures;
import io.concor.statistics.FlowStatistics.StageFigures;
import io.concor.statistics.WindowSummary;
import io.concor.statistics.WindowSummary.BusiestSlot;
import io.concor.statistics.WindowSummary.FullestSlot;
import io.concor.statistics.WindowSummary.SlowestComponent;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StatisticsDescriptorTests {

    private static final LatencyDistribution MEASURED =
            new LatencyDistribution(123_456, 1234.5, 2345.6, 9875.4, 9876.5, 9876.6);
    private static final LatencyDescriptor ROUNDED = new LatencyDescriptor(123_456, 1230, 2350, 9880, 9880, 9880, null);

    @Test
    void roundsMeasuredFiguresAndKeepsCountsExact() {
        Period period = new Period(
                7.6789,
                123_457,
                12_346,
                new Refusals(20_000, 0, 3_457, 0, 0, 0),
                51.9312,
                MEASURED,
                List.of(new ComponentFigures("parser", TaskKind.SIMPLE, 12_345, 6, MEASURED)),
                List.of(new SlotFigures("parser", MEASURED, 51.9312, 0.12345, 0.23456, 0.98765, null)),
                List.of(new StageFigures("parser", MEASURED)));

        assertThat(PeriodDescriptor.of(period))
                .isEqualTo(new PeriodDescriptor(
                        7.7,
                        123_457,
                        12_346,
                        23_457,
                        51.9,
                        ROUNDED,
                        List.of(new StatisticsDescriptor.ComponentLatency("parser", "simple", 12_345, 6, ROUNDED)),
                        List.of(new SlotShares("parser", ROUNDED, 51.9, 0.123, 0.235, 0.642, 0.123, 0.988, null)),
                        List.of(new StatisticsDescriptor.StageLatency("parser", ROUNDED))));
    }

    @Test
    void roundsTheFiguresOfBatches() {
        SlotFigures slot = new SlotFigures(
                "writer", MEASURED, 1, 0, 0, null, new BatchFigures(480, 12_345, 123.456, 475, 480, MEASURED));

        assertThat(SlotShares.of(slot).batches())
                .isEqualTo(new BatchStatistics(480, 12_345, 123, 475, 480, ROUNDED, 10));
    }

    @ParameterizedTest
    @CsvSource({"0.3335, 0.6665", "0.0005, 0.9995", "0.1234, 0.5678", "0, 0", "1, 0"})
    void theSharesOfTimeSumToOne(double busy, double blocked) {
        SlotShares shares = SlotShares.of(new SlotFigures("parser", MEASURED, 1, busy, blocked, null, null));

        assertThat(shares.busy() + shares.blocked() + shares.idle()).isEqualTo(1, within(1e-9));
        assertThat(shares.idle()).isNotNegative();
    }

    @Test
    void theSummaryRoundsMeasuredFiguresAndKeepsCountsExact() {
        WindowSummary window = new WindowSummary(
                7.6789,
                1_234,
                12_346,
                23_457,
                51.9312,
                MEASURED,
                new SlowestComponent("resolver", 1234.5),
                new BusiestSlot("parser", 0.98765),
                new FullestSlot("sender", 1_234, 4_096));

        assertThat(SummaryDescriptor.of("orders", window))
                .isEqualTo(new SummaryDescriptor(
                        "orders",
                        7.7,
                        1_234,
                        51.9,
                        12_346,
                        23_457,
                        ROUNDED,
                        "resolver",
                        1230.0,
                        "parser",
                        0.988,
                        "sender",
                        1_234L,
                        4_096));
    }

    @Test
    void theSummaryOmitsWhatThereIsNot() {
        WindowSummary window = new WindowSummary(10, 0, 0, 0, 0, LatencyDistribution.NONE, null, null, null);

        assertThat(SummaryDescriptor.of("orders", window))
                .returns(null, SummaryDescriptor::slowestComponent)
                .returns(null, SummaryDescriptor::slowestMeanMicros)
                .returns(null, SummaryDescriptor::busiestSlot)
                .returns(null, SummaryDescriptor::utilisation)
                .returns(null, SummaryDescriptor::fullestSlot)
                .returns(null, SummaryDescriptor::queueSize)
                .returns(null, SummaryDescriptor::capacity);
    }
}
