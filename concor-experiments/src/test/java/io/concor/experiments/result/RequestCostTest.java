package io.concor.experiments.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.concor.experiments.testbed.DisturbedMeasurementException;
import io.concor.experiments.testbed.SimulatorResult;
import io.concor.simulator.load.LoadTotals;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class RequestCostTest {

    @Test
    void dividesTheCpuTimeByTheRequests() {
        RequestCost cost = RequestCost.of(
                100,
                Duration.ofMillis(500),
                Duration.ofMillis(20),
                ExampleResults.outcome(new LoadTotals(1000, 1000, 0, 0, 0, 0)));

        assertThat(cost.cpuMicros()).isEqualTo(500);
        assertThat(cost.compilerMicros()).isEqualTo(20);
    }

    @Test
    void rejectsARunWithTooFewCompletedRequests() {
        SimulatorResult outcome = ExampleResults.outcome(new LoadTotals(1000, 998, 1, 0, 1, 0));

        assertThat(outcome.notCompleted()).isEqualTo(2);
        assertThatThrownBy(() -> RequestCost.of(100, Duration.ofSeconds(1), Duration.ZERO, outcome))
                .isInstanceOf(DisturbedMeasurementException.class)
                .hasMessageContainingAll("100 requests per second", "998", "2");
    }
}
