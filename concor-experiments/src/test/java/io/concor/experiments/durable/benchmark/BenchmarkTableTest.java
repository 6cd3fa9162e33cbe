package io.concor.experiments.durable.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.experiments.durable.broker.BrokerCounters;
import io.concor.experiments.durable.broker.BrokerTraffic;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BenchmarkTableTest {

    private static RunResult run(long events, double p50) {
        return new RunResult(
                events,
                2_000_000_000L,
                400_000_000L,
                p50,
                p50,
                new DatabaseCounters(3 * events, 500 * events, 100),
                new BrokerCounters(
                        70 * events,
                        20,
                        new BrokerTraffic(Map.of("Fetch", 2 * events, "EndTxn", events), 300 * events, 0)));
    }

    @Test
    void showsTheRunInTheMiddle() {
        BenchmarkTable table = new BenchmarkTable();
        table.add("batch", List.of(run(3000, Double.NaN), run(1000, Double.NaN), run(2000, Double.NaN)));

        assertThat(table.markdown())
                .contains("| batch | 1000 | 1500, 500, 1000 | – | – | 200 | 50 | 10 | 3.00 | 500 | 70 | 3.00 |");
    }

    @Test
    void choosesTheRunOfALatencyByItsMedian() {
        assertThat(BenchmarkTable.median(List.of(run(3000, 7), run(1000, 2), run(2000, 9)))
                        .events())
                .isEqualTo(3000);
    }

    @Test
    void showsThatThereIsNoResult() {
        BenchmarkTable table = new BenchmarkTable();
        table.add("outbox", List.of());

        assertThat(table.markdown()).contains("| outbox | no result |");
    }

    @Test
    void saysWhatWasAskedOfTheBrokerForEachEvent() {
        assertThat(BenchmarkTable.brokerTraffic(List.of(run(1000, 7))))
                .hasValue("3.00 requests (Fetch 2.00, EndTxn 1.00), bytes of records: 300 in, 0 out");
        assertThat(BenchmarkTable.brokerTraffic(List.of())).isEmpty();
    }

    @Test
    void readsTheFiguresOfAProcess() {
        RunResult result = RunResult.parse(
                "result 1000 2000000000 50000000 1.500 NaN", new DatabaseCounters(1, 2, 3), BrokerCounters.NONE);

        assertThat(result.perSecond()).isEqualTo(500);
        assertThat(result.cpuMicrosPerEvent()).isEqualTo(50);
        assertThat(result.p50Millis()).isEqualTo(1.5);
        assertThat(result.p99Millis()).isNaN();
    }
}
