package io.concor.experiments.clientqueues.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.concor.simulator.queues.check.DeliveryResult;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LoadSummaryTest {

    private static LoadSummary of(DeliveryResult one, DeliveryResult other, Map<String, Long> errors) {
        return new LoadSummary(
                List.of(ExampleLoads.load(0, 10, 2, errors, one), ExampleLoads.load(1, 10, 2, Map.of(), other)));
    }

    @Test
    void addsTheRequestsOfProcessesThatCountAtTheSameTime() {
        LoadSummary load = new LoadSummary(
                List.of(ExampleLoads.load(0, 10, 2), ExampleLoads.load(3, 10, 4), ExampleLoads.load(1, 30, 4)));

        assertThat(load.requestsPerSecond()).isEqualTo(270);
        assertThat(load.processors()).isEqualTo(1.5);
    }

    @Test
    void countsNothingOfProcessesThatWereNeverLoadedTogether() {
        LoadSummary load = new LoadSummary(List.of(ExampleLoads.load(0, 10, 2), ExampleLoads.load(20, 10, 4)));

        assertThat(load.requestsPerSecond()).isZero();
    }

    @Test
    void weighsLatenciesByRequests() {
        LoadSummary load = new LoadSummary(List.of(ExampleLoads.load(0, 10, 2), ExampleLoads.load(0, 30, 6)));

        assertThat(load.meanMillis()).isEqualTo(5);
        assertThat(load.meanMillis("send")).isEqualTo(5);
        assertThat(load.p99Millis("list")).isEqualTo(12);
        assertThat(load.meanMillis("end")).isZero();
    }

    @Test
    void comparesTheResponseTimeWithTheLaw() {
        LoadSummary load = new LoadSummary(List.of(ExampleLoads.load(0, 10, 2)));

        assertThat(load.millisByTheLaw(100)).isEqualTo(1111.1, within(0.1));
    }

    @Test
    void findsMessagesThatAreMissingBetweenProcesses() {
        LoadSummary load = of(ExampleLoads.deliveries(10, 12), ExampleLoads.deliveries(10, 7), Map.of());

        assertThat(load.lost()).isEqualTo(1);
        assertThat(load.isCorrect()).isFalse();
    }

    @Test
    void findsMessagesThatCameTwiceBetweenProcesses() {
        LoadSummary load = of(ExampleLoads.deliveries(10, 12), ExampleLoads.deliveries(10, 10), Map.of());

        assertThat(load.twice()).isEqualTo(2);
        assertThat(load.isCorrect()).isFalse();
    }

    @Test
    void knowsNothingBetweenProcessesIfAnswersWereMissing() {
        LoadSummary load =
                of(ExampleLoads.deliveries(10, 12), ExampleLoads.deliveries(10, 7), Map.of("send: none", 1L));

        assertThat(load.isCorrect()).isTrue();
        assertThat(load.errorsByReason()).containsExactly(Map.entry("send: none", 1L));
    }

    @Test
    void countsAMessageThatOneProcessMissesOnce() {
        LoadSummary load = of(
                new DeliveryResult(10, 9, 1, 0, 0, 0, 0, 0, 0, List.of("lost: one")),
                ExampleLoads.deliveries(10, 10),
                Map.of());

        assertThat(load.lost()).isEqualTo(1);
        assertThat(load.twice()).isZero();
        assertThat(load.examples()).containsExactly("lost: one");
    }
}
