package io.concor.experiments.overhead;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.concor.experiments.options.CommandOptions;
import io.concor.experiments.result.Attempt;
import io.concor.experiments.result.Case;
import io.concor.experiments.result.CaseResult;
import io.concor.experiments.result.ExampleResults;
import io.concor.experiments.result.RequestCost;
import io.concor.experiments.testbed.DisturbedMeasurementException;
import io.concor.experiments.testbed.FakeApplication;
import io.concor.experiments.testbed.MeasuredApplication;
import io.concor.experiments.testbed.SampleVariant;
import io.concor.experiments.testbed.SimulatorResult;
import io.concor.simulator.load.BreakingPoint;
import io.concor.simulator.load.LoadTotals;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The order of the steps of experiment 1, and its handling of failed attempts. */
class OverheadExperimentTest {

    private static final String FIRST = "attempt 1 without framework";

    private final List<String> log = Collections.synchronizedList(new ArrayList<>());
    private final Deque<@Nullable Integer> rates = new ArrayDeque<>();
    private LoadTotals totals = new LoadTotals(1000, 1000, 0, 0, 0, 0);

    private CaseResult run(String... arguments) {
        OverheadOptions options = CommandOptions.of(new OverheadOptions(), arguments);
        return new OverheadExperiment(Case.FOUR, null, options, this::start, log::add).run();
    }

    private MeasuredApplication start(String name, SampleVariant variant) {
        log.add(name + ": started");
        return new FakeApplication(
                name, log::add, (run, profile) -> run.startsWith("cost") ? second(run, variant) : outcome(run));
    }

    /**
     * A run of a second. At the first try one variant does not complete all requests. Each variant has a different
     * latency.
     */
    private static SimulatorResult second(String run, SampleVariant variant) {
        boolean disturbed = run.equals("cost") && variant == SampleVariant.PLAIN;
        SimulatorResult begun = ExampleResults.outcome(
                new LoadTotals(1000, disturbed ? 990 : 1000, disturbed ? 10 : 0, 0, 0, 0), 100 + variant.ordinal());
        await().until(() -> Instant.now().isAfter(begun.at(1)));
        return begun;
    }

    private SimulatorResult outcome(String run) {
        Integer rate = run.equals("ramp") && !rates.isEmpty() ? rates.remove() : Integer.valueOf(400);
        return ExampleResults.outcome(
                totals, new BreakingPoint(rate == 0 ? null : rate, 500, 3, 450, 500, 500, 0), List.of());
    }

    @Test
    void startsAllVariantsBeforeTheFirstRamp() {
        run("--attempts=1", "--start=100", "--cost-time=0s");

        assertThat(log)
                .filteredOn(line -> line.matches("attempt.*: (started|warm-up|ramp|closed)"))
                .containsExactly(
                        FIRST + ": started",
                        FIRST + ": warm-up",
                        "attempt 1 without sampling: started",
                        "attempt 1 without sampling: warm-up",
                        "attempt 1 with sampling: started",
                        "attempt 1 with sampling: warm-up",
                        FIRST + ": ramp",
                        FIRST + ": closed",
                        "attempt 1 without sampling: ramp",
                        "attempt 1 without sampling: closed",
                        "attempt 1 with sampling: ramp",
                        "attempt 1 with sampling: closed");
    }

    @Test
    void rotatesTheVariantsBetweenRounds() {
        CaseResult result = run("--attempts=3", "--start=100", "--cost-time=0s");

        assertThat(result.attempts())
                .extracting(Attempt::variant)
                .containsExactly(
                        SampleVariant.PLAIN,
                        SampleVariant.OFF,
                        SampleVariant.SAMPLED,
                        SampleVariant.OFF,
                        SampleVariant.SAMPLED,
                        SampleVariant.PLAIN,
                        SampleVariant.SAMPLED,
                        SampleVariant.PLAIN,
                        SampleVariant.OFF);
        assertThat(result.hasCosts()).isFalse();
        assertThat(result.discarded()).isEmpty();
    }

    @Test
    void measuresCostsBeforeTheRampsAndRepeatsADisturbedMeasurement() {
        CaseResult result = run("--attempts=1", "--start=100", "--cost-time=1s");

        assertThat(log)
                .filteredOn(line -> line.matches("attempt.*: (cost|cost-again-2|ramp)"))
                .satisfies(lines -> {
                    assertThat(lines.subList(0, 3)).allMatch(line -> line.endsWith(": cost"));
                    assertThat(lines.subList(3, 6)).allMatch(line -> line.endsWith(": cost-again-2"));
                    assertThat(lines.subList(6, 9)).allMatch(line -> line.endsWith(": ramp"));
                });
        assertThat(log)
                .filteredOn(line -> line.contains(": cost-again-"))
                .as("once for each application, and more if this machine stalled")
                .hasSize(3 * result.costsAgain());
        assertThat(result.attempts()).allSatisfy(attempt -> assertThat(attempt.cost())
                .returns(100L + attempt.variant().ordinal(), RequestCost::p50Micros)
                .satisfies(cost -> assertThat(cost.cpuMicros()).isBetween(900.0, 1100.0)));
    }

    @Test
    void startsANewApplicationAfterADisturbedAttempt() {
        rates.addAll(List.of(410, 0, 0, 420));

        CaseResult result = run("--attempts=1", "--start=100", "--cost-time=0s");

        assertThat(result.discarded()).containsExactly(SampleVariant.OFF, SampleVariant.OFF);
        assertThat(result.breakingPoints(SampleVariant.OFF)).containsExactly(420.0);
        assertThat(log)
                .containsSubsequence(
                        "attempt 1 without sampling: closed",
                        "attempt 1 without sampling-again-2: warm-up",
                        "attempt 1 without sampling-again-2: closed",
                        "attempt 1 without sampling-again-3: ramp",
                        "attempt 1 without sampling-again-3: closed",
                        "attempt 1 with sampling: ramp");
    }

    @Test
    void failsAndClosesAllAfterThreeDisturbedTries() {
        rates.addAll(List.of(0, 0, 0));

        assertThatThrownBy(() -> run("--attempts=1", "--start=100", "--cost-time=0s"))
                .isInstanceOf(DisturbedMeasurementException.class);

        assertThat(log).filteredOn(line -> line.endsWith(": started")).hasSize(5);
        assertThat(log).filteredOn(line -> line.endsWith(": closed")).hasSize(5);
    }

    @Test
    void rejectsAnApplicationThatFailsDuringWarmUp() {
        totals = new LoadTotals(1000, 899, 101, 0, 0, 0);

        assertThatThrownBy(() -> run("--attempts=1", "--start=100", "--cost-time=0s"))
                .hasMessageContainingAll("899", "1000");

        assertThat(log)
                .filteredOn(line -> line.startsWith(FIRST))
                .containsExactly(FIRST + ": started", FIRST + ": warm-up", FIRST + ": closed");
    }

    @Test
    void startsTheRampNearTheResultOfTheSearch() {
        rates.add(1000);

        CaseResult result = run("--attempts=1", "--cost-time=0s");

        assertThat(result.ramp().start()).isEqualTo(700);
        assertThat(log).containsSequence("search: started", "search: warm-up", "search: ramp", "search: closed");
    }
}
