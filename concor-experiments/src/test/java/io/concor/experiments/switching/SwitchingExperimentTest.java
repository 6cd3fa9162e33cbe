package io.concor.experiments.switching;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.groups.Tuple.tuple;

import io.concor.experiments.options.CommandOptions;
import io.concor.experiments.report.ResultArchive;
import io.concor.experiments.result.ExampleResults;
import io.concor.experiments.result.SwitchingResult;
import io.concor.experiments.result.ThroughputInterval;
import io.concor.experiments.testbed.Database;
import io.concor.experiments.testbed.ExperimentException;
import io.concor.experiments.testbed.FakeApplication;
import io.concor.experiments.testbed.MeasuredApplication;
import io.concor.experiments.testbed.SimulatorResult;
import io.concor.simulator.control.SentControlRequest;
import io.concor.simulator.load.LoadTotals;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The order of the steps of experiment 2, and its handling of rejected changes. */
class SwitchingExperimentTest {

    private static final Pattern MARK = Pattern.compile("--at=(\\d+)s=(.*)");

    @TempDir
    private Path folder;

    private final List<String> log = new ArrayList<>();
    private int statusOfDelete = 200;

    private SwitchingResult run(String... arguments) {
        SwitchingOptions options = CommandOptions.of(new SwitchingOptions(), arguments);
        return new SwitchingExperiment(Database.mariadb, options, this::start, new ResultArchive(folder), line -> {})
                .run(1000);
    }

    private MeasuredApplication start(String name) {
        return new FakeApplication(name, log::add, (run, profile) -> outcome(profile));
    }

    private SimulatorResult outcome(List<String> profile) {
        return ExampleResults.outcome(
                new LoadTotals(30_000, 30_000, 0, 0, 0, 0),
                null,
                profile.stream().flatMap(this::made).toList());
    }

    private Stream<SentControlRequest> made(String option) {
        return MARK.matcher(option)
                .results()
                .map(mark -> new SentControlRequest(
                        1000.0 * Integer.parseInt(mark.group(1)),
                        2.5,
                        mark.group(2),
                        mark.group(2).startsWith("DELETE") ? statusOfDelete : 200,
                        "{}"));
    }

    @Test
    void rotatesTheRunWithTheChanges() {
        SwitchingResult result = run("--attempts=3", "--unchanged=2");

        assertThat(log)
                .containsExactly(
                        "attempt-1: warm-up",
                        "attempt-1: unchanged-1",
                        "attempt-1: changed",
                        "attempt-1: unchanged-2",
                        "attempt-1: closed",
                        "attempt-2: warm-up",
                        "attempt-2: unchanged-1",
                        "attempt-2: unchanged-2",
                        "attempt-2: changed",
                        "attempt-2: closed",
                        "attempt-3: warm-up",
                        "attempt-3: changed",
                        "attempt-3: unchanged-1",
                        "attempt-3: unchanged-2",
                        "attempt-3: closed");
        assertThat(result.changed().all())
                .extracting(ThroughputInterval::operation, ThroughputInterval::atSeconds)
                .startsWith(tuple("add", 10.0), tuple("delete", 20.0), tuple("add", 10.0), tuple("delete", 20.0))
                .hasSize(6);
        assertThat(result.unchanged().all()).hasSize(12).allMatch(moment -> moment.tookMillis() == 0);
        assertThat(result.noise().all())
                .extracting(ThroughputInterval::atSeconds)
                .startsWith(5.0, 10.0, 15.0, 20.0, 25.0, 5.0);
        assertThat(result.noise().all()).hasSize(30);
        assertThat(result.changed().issued()).isEqualTo(90_000);
        assertThat(result.noise().issued()).isEqualTo(180_000);
        assertThat(folder.resolve("switching-mariadb-1000-add.svg")).exists();
        assertThat(folder.resolve("switching-mariadb-1000-delete.svg")).exists();
    }

    @Test
    void failsIfAChangeIsRejected() {
        statusOfDelete = 409;

        assertThatThrownBy(this::run).isInstanceOf(ExperimentException.class).hasMessageContainingAll("DELETE", "409");

        assertThat(log).endsWith("attempt-1: closed");
    }
}
