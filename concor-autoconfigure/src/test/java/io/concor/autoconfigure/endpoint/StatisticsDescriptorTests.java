package io.concor.autoconfigure.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.concor.JoinSettings;
import io.concor.TaskKind;
import io.concor.autoconfigure.endpoint.StatisticsDescriptor.PeriodDescriptor;
import io.concor.autoconfigure.endpoint.StatisticsDescriptor.SlotShares;
import io.concor.layout.SlotState;
import io.concor.statistics.FlowStatistics.BatchFigures;
import io.concor.statistics.FlowStatistics.ComponentFigures;
import io.concor.statistics.FlowStatistics.LatencyDistribution;
import io.concor.statistics.FlowStatistics.Period;
import io.concor.statistics.FlowStatistics.SlotFigures;
import io.concor.statistics.FlowStatistics.StageFigures;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StatisticsDescriptorTests {

    private static final LatencyDistribution MEASURED =
            new LatencyDistribution(123_456, 1234.5, 2345.6, 9875.4, 9876.5, 9876.6);
    private static final LatencyDescriptor ROUNDED = new LatencyDescriptor(123_456, 1230, 2350, 9880, 9880, 9880, null);

    private static LatencyDistribution mean(double micros) {
        return new LatencyDistribution(100, micros, micros, micros, micros, micros);
    }

    @Test
    void roundsMeasuredFiguresAndKeepsCountsExact() {
        Period period = new Period(
                7.6789,
                123_457,
                12_346,
                23_457,
                51.9312,
                MEASURED,
                List.of(new ComponentFigures("parser", TaskKind.SIMPLE, 12_345, MEASURED)),
                List.of(new SlotFigures("parser", MEASURED, 51.9312, 0.12345, 0.23456, 0.98765)),
                List.of(new StageFigures("parser", MEASURED)));

        assertThat(PeriodDescriptor.of(period))
                .isEqualTo(new PeriodDescriptor(
                        7.7,
                        123_457,
                        12_346,
                        23_457,
                        51.9,
                        ROUNDED,
                        List.of(new StatisticsDescriptor.ComponentLatency("parser", "simple", 12_345, ROUNDED)),
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
        SlotShares shares = SlotShares.of(new SlotFigures("parser", MEASURED, 1, busy, blocked, null));

        assertThat(shares.busy() + shares.blocked() + shares.idle()).isEqualTo(1, within(1e-9));
        assertThat(shares.idle()).isNotNegative();
    }

    @Test
    void theSummaryNamesTheSlowestComponentTheBusiestAndTheFullestSlot() {
        Period window = new Period(
                10,
                1,
                0,
                0,
                1,
                MEASURED,
                List.of(
                        new ComponentFigures("parser", TaskKind.SIMPLE, 0, mean(10)),
                        new ComponentFigures("resolver", TaskKind.SYNCHRONIZED_REMOTE, 0, mean(30)),
                        new ComponentFigures("sender", TaskKind.SIMPLE, 0, mean(20))),
                List.of(
                        new SlotFigures("parser", MEASURED, 1, 0.7, 0, null),
                        new SlotFigures("resolver", MEASURED, 1, 0.9, 0, null),
                        new SlotFigures("sender", MEASURED, 1, 0.8, 0, null)),
                List.of());
        List<SlotState> slots = List.of(slot("parser", 1024, 100), slot("resolver", 16, 4), slot("sender", 64, 8));

        SummaryDescriptor summary = SummaryDescriptor.of("orders", 0, slots, window);

        assertThat(summary.slowestComponent()).isEqualTo("resolver");
        assertThat(summary.slowestMeanMicros()).isEqualTo(30);
        assertThat(summary.busiestSlot()).isEqualTo("resolver");
        assertThat(summary.utilisation()).isEqualTo(0.9);
        assertThat(summary.fullestSlot()).isEqualTo("resolver");
        assertThat(summary.queueSize()).isEqualTo(4);
    }

    private static SlotState slot(String name, int capacity, long queueSize) {
        return new SlotState(name, JoinSettings.fixed(2).capacity(capacity), queueSize, 0, 2, 0);
    }
}
