package io.concor.experiments.result;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.experiments.testbed.SimulatorResult;
import io.concor.simulator.control.SentControlRequest;
import io.concor.simulator.load.LoadTotals;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class ThroughputIntervalTest {

    private static final SentControlRequest CHANGE = new SentControlRequest(2000, 3.5, "POST /", 200, "{}");

    private static SimulatorResult outcome() {
        int[] issued = new int[1000];
        Arrays.fill(issued, 10);
        int[] completed = issued.clone();
        completed[250] = 4;
        completed[260] = 14;
        completed[670] = 7;
        return ExampleResults.outcome(new LoadTotals(10000, 9995, 5, 0, 0, 0), issued, completed);
    }

    @Test
    void countsRequestsFromTheChange() {
        SimulatorResult outcome = outcome();
        ThroughputInterval moment = ThroughputInterval.of(outcome, "add", CHANGE);

        assertThat(moment.perSecond()).containsExactly(998, 1000, 1000, 1000, 997);
        assertThat(moment.fewest()).isEqualTo(4);
        assertThat(moment.fewestPerSecond()).isEqualTo(994);
        assertThat(moment.fewestIssued()).isEqualTo(10);
        assertThat(moment.mostInFlight()).isEqualTo(6);
        assertThat(moment.tookMillis()).isEqualTo(3.5);
        ThroughputInterval later =
                ThroughputInterval.without(outcome, new SentControlRequest(3000, 3.5, "POST /", 200, "{}"));
        assertThat(later.tookMillis()).isZero();
        assertThat(later.fewest()).isEqualTo(7);
        assertThat(later.mostInFlight()).isEqualTo(5);
    }

    @Test
    void detectsAPauseThatSpansTwoSeconds() {
        SimulatorResult outcome = ExampleResults.outcome(new LoadTotals(30_000, 29_996, 0, 4, 0, 0));
        outcome.account().completedWindows()[1099] = 8;
        outcome.account().completedWindows()[1100] = 8;

        ThroughputInterval moment =
                ThroughputInterval.without(outcome, new SentControlRequest(10_000, 3.5, "POST /", 200, "{}"));

        assertThat(moment.perSecond()).containsExactly(998, 998, 1000, 1000, 1000);
        assertThat(moment.fewestPerSecond()).isEqualTo(996);
    }

    @Test
    void detectsAPauseThatIsCompensatedSoon() {
        SimulatorResult outcome = ExampleResults.outcome(new LoadTotals(30_000, 30_000, 0, 0, 0, 0));
        outcome.account().completedWindows()[1001] = 2;
        outcome.account().completedWindows()[1002] = 18;

        ThroughputInterval moment =
                ThroughputInterval.without(outcome, new SentControlRequest(10_000, 3.5, "POST /", 200, "{}"));

        assertThat(moment.perSecond()).containsOnly(1000);
        assertThat(moment.fewestPerSecond()).isEqualTo(992);
    }

    @Test
    void countsRequestsInFlightFromWhenTheyWereDue() {
        int[] due = new int[1000];
        Arrays.fill(due, 10);
        int[] issued = due.clone();
        issued[300] = 0;
        issued[301] = 0;
        issued[302] = 30;
        SimulatorResult outcome =
                ExampleResults.outcome(new LoadTotals(10_000, 10_000, 0, 0, 0, 0), due, issued, issued.clone());

        ThroughputInterval moment = ThroughputInterval.of(outcome, "add", CHANGE);

        assertThat(moment.mostInFlight()).isZero();
        assertThat(moment.mostDue()).isEqualTo(20);
    }

    @Test
    void keepsTheLatenessOfTheSimulator() {
        SimulatorResult outcome =
                ExampleResults.outcome(new LoadTotals(10_000, 10_000, 0, 0, 0, 0), List.of(0L, 1L, 200L, 0L, 0L, 30L));

        assertThat(ThroughputInterval.of(outcome, "add", CHANGE).latestMicros()).isEqualTo(200);
        assertThat(ThroughputInterval.without(outcome, new SentControlRequest(3000, 3.5, "POST /", 200, "{}"))
                        .latestMicros())
                .isEqualTo(30);
    }

    @Test
    void dividesARunIntoIntervals() {
        List<ThroughputInterval> noise = ThroughputInterval.noise(outcome(), 0, 12);

        assertThat(noise).extracting(ThroughputInterval::atSeconds).containsExactly(0.0, 5.0);
        assertThat(noise).extracting(ThroughputInterval::fewest).containsExactly(4, 7);
    }

    @Test
    void returnsMedianAndExtremes() {
        SimulatorResult outcome = outcome();
        ThroughputIntervals two = ThroughputIntervals.NONE.and(ThroughputInterval.noise(outcome, 0, 10), outcome);

        assertThat(two.medianPerSecond()).isEqualTo((994 + 997) / 2.0);
        assertThat(two.medianInFlight()).isEqualTo((6 + 5) / 2.0);
        assertThat(two.fewestPerSecond()).containsExactly(994, 997);
        assertThat(two.mostInFlight()).containsExactly(6, 5);
        assertThat(two.and(two.all(), outcome).mostInFlight()).containsExactly(6, 6, 5);
        assertThat(two.and(two.all(), outcome).fewestPerSecond()).containsExactly(994, 994, 997);
        assertThat(two.mostDue()).containsExactly(6, 5);
        assertThat(ThroughputIntervals.NONE.medianInFlight()).isZero();
        assertThat(ThroughputIntervals.NONE.mostDue()).isEmpty();
    }

    @Test
    void countsZeroAfterTheEndOfTheRun() {
        ThroughputInterval moment =
                ThroughputInterval.without(outcome(), new SentControlRequest(8000, 3.5, "POST /", 200, "{}"));

        assertThat(moment.perSecond()).containsExactly(1000, 1000, 0, 0, 0);
        assertThat(moment.fewest()).isZero();
    }
}
