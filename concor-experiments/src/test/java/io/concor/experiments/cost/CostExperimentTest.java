package io.concor.experiments.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.concor.experiments.options.CaseSetup;
import io.concor.experiments.options.CommandOptions;
import io.concor.experiments.result.Case;
import io.concor.experiments.result.CostResult;
import io.concor.experiments.result.CostRun;
import io.concor.experiments.result.CostVariant;
import io.concor.experiments.result.ExampleResults;
import io.concor.experiments.testbed.DisturbedMeasurementException;
import io.concor.experiments.testbed.FakeApplication;
import io.concor.experiments.testbed.MeasuredApplication;
import io.concor.experiments.testbed.SampleVariant;
import io.concor.experiments.testbed.SimulatorResult;
import io.concor.simulator.load.BreakingPoint;
import io.concor.simulator.load.LoadTotals;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The order of the runs, and the handling of disturbed ones. */
class CostExperimentTest {

    private static final LoadTotals ALL = new LoadTotals(1000, 1000, 0, 0, 0, 0);

    private final List<String> log = new ArrayList<>();
    private String disturbed = "none";

    private CostResult run(String... arguments) {
        CostOptions options = CommandOptions.of(new CostOptions(), arguments);
        return new CostExperiment(new CaseSetup(Case.FOUR, null), options, this::start, this::measure, log::add).run();
    }

    private MeasuredApplication start(String name, SampleVariant variant) {
        log.add(name + ": started as " + variant);
        BreakingPoint found = new BreakingPoint(2000, 2100, 3, 450, 500, 500, 0);
        return new FakeApplication(name, log::add, (run, profile) -> ExampleResults.outcome(ALL, found, List.of()));
    }

    private CostMeasurement measure(
            MeasuredApplication application, String run, int rate, Duration leadIn, Duration time) {
        String name = ((FakeApplication) application).name() + ": " + run;
        log.add(name + " with " + rate);
        if (name.startsWith(disturbed)) {
            throw new DisturbedMeasurementException("too busy");
        }
        CostRun example = ExampleResults.run(CostVariant.TWIN, 1, 10, rate);
        return new CostMeasurement(example.cost(), example.windowMicros(), example.lateness(), "answer");
    }

    private List<String> loads() {
        return log.stream()
                .filter(line -> line.matches("instance .*: load-\\d+ with \\d+"))
                .toList();
    }

    @Test
    void measuresTheTwinTwiceInEachRoundAndRotatesTheOrder() {
        CostResult result = run("--attempts=1", "--loads=10,50", "--time=1s", "--warm-up=0s", "--breaking-point=1000");

        assertThat(log)
                .filteredOn(line -> line.contains("started"))
                .containsExactly(
                        "instance 1 the same again: started as PLAIN",
                        "instance 1 without sampling: started as OFF",
                        "instance 1 with sampling: started as SAMPLED",
                        "instance 1 without framework: started as PLAIN");
        assertThat(loads())
                .containsExactly(
                        "instance 1 the same again: load-10 with 100",
                        "instance 1 without sampling: load-10 with 100",
                        "instance 1 with sampling: load-10 with 100",
                        "instance 1 without framework: load-10 with 100",
                        "instance 1 without sampling: load-50 with 500",
                        "instance 1 with sampling: load-50 with 500",
                        "instance 1 without framework: load-50 with 500",
                        "instance 1 the same again: load-50 with 500");
        assertThat(log).filteredOn(line -> line.endsWith(": closed")).hasSize(4);
        assertThat(result.loads()).containsExactly(10, 50);
        assertThat(result.commit()).isNotEmpty();
        assertThat(result.runs())
                .hasSize(8)
                .extracting(CostRun::instance, CostRun::loadPercent, run -> run.cost()
                        .cpuMicros())
                .containsOnly(tuple(1, 10, 100.0), tuple(1, 50, 500.0));
    }

    @Test
    void searchesTheBreakingPointOfTheTwin() {
        CostResult result = run("--attempts=1", "--loads=50", "--time=1s", "--warm-up=0s");

        assertThat(result.breakingPoint()).isEqualTo(2000);
        assertThat(log).containsSubsequence("search: started as PLAIN", "search: ramp", "search: closed");
        assertThat(loads()).hasSize(4).allMatch(line -> line.endsWith(": load-50 with 1000"));
    }

    @Test
    void omitsARunThatIsAlwaysDisturbed() {
        disturbed = "instance 1 without sampling: load-80";

        CostResult result = run("--attempts=1", "--loads=50,80", "--time=1s", "--warm-up=0s", "--breaking-point=1000");

        assertThat(result.runs()).hasSize(7);
        assertThat(result.run(CostVariant.OFF, 80, 1)).isEmpty();
        assertThat(result.deviations(CostVariant.OFF, 80)).isEmpty();
        assertThat(result.deviations(CostVariant.SAMPLED, 80)).hasSize(1);
        assertThat(log).anyMatch(line -> line.startsWith("instance 1 without sampling has no figure at 80 %: "));
        assertThat(log).contains("instance 1 without sampling: load-80-again-3 with 800");
    }

    @Test
    void dividesTheCpuTimeOfEachTenSecondsByTheirRequests() {
        SimulatorResult result = ExampleResults.outcome(ALL, Collections.nCopies(25, 0L));

        assertThat(CostMeasurement.windows(
                        (from, to) -> Duration.ofMillis(from.equals(result.started()) ? 10 : 30), result, 25))
                .containsExactly(100.0, 300.0);
    }
}
