package io.concor.experiments.result;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.experiments.testbed.SampleVariant;
import io.concor.experiments.testbed.SimulatorResult;
import io.concor.simulator.load.BreakingPoint;
import io.concor.simulator.load.LatencySummary;
import io.concor.simulator.load.LoadStatistics;
import io.concor.simulator.load.LoadTotals;
import io.concor.simulator.load.SecondStatistics;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class AttemptTest {

    private static final LatencySummary NONE = new LatencySummary(0, 0, 0, 0, 0, 0);

    @Test
    void countsRequestsIssuedUntilTheBreakingPoint() {
        List<SecondStatistics> seconds = IntStream.range(0, 5)
                .mapToObj(second -> new SecondStatistics(second, 50, 10 + second, 50, 0, 0, 0, NONE, NONE))
                .toList();
        SimulatorResult outcome = new SimulatorResult(
                "answer",
                Instant.now(),
                new BreakingPoint(40, 50, 3, 41.5, 50, 50, 1200),
                List.of(),
                new LoadStatistics(
                        seconds,
                        new LoadTotals(60, 60, 0, 0, 0, 0),
                        Map.of(),
                        NONE,
                        NONE,
                        new int[0],
                        new int[0],
                        new int[0]));

        assertThat(Attempt.of(SampleVariant.OFF, outcome, null))
                .isEqualTo(new Attempt(SampleVariant.OFF, 40, 3, 10 + 11 + 12, 41.5, null));
    }
}
