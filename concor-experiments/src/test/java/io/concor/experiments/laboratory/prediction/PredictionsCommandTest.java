package io.concor.experiments.laboratory.prediction;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.diagnosis.verdict.Verdict.Performance;
import io.concor.diagnosis.verdict.WhatIf;
import io.concor.experiments.testbed.CommandFixture;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
@Tag("full")
class PredictionsCommandTest extends CommandFixture {

    PredictionsCommandTest() {
        super(new PredictionsCommand());
    }

    @Test
    void comparesAPredictionWithWhatIsMeasured() throws Exception {
        Path file = folder.resolve("predictions.json");

        int exit = run("--only=commit", "--cases=1", "--seconds=5", "--readings=1", "--result=" + file);

        assertThat(exit).as(err.toString()).isZero();
        assertThat(out.toString())
                .contains("| commit | 120 | trans-logger: fixed 2 | ")
                .contains("median error: throughput");
        assertThat(Files.readString(file)).contains("\"setup\" : \"commit\"", "\"predicted\"", "\"measured\"");
    }

    @Test
    void triesAtLeastThirtyChangesAtSeveralLoads() {
        assertThat(PredictionCase.all()).hasSizeGreaterThanOrEqualTo(30).doesNotHaveDuplicates();
    }

    @Test
    void oneSlowMomentDoesNotDecideTheMeasuredP99() {
        assertThat(PredictionRun.typical(List.of(answer(90), answer(10), answer(12)))
                        .now()
                        .p99Micros())
                .isEqualTo(12);
        assertThat(PredictionRun.typical(List.of(answer(90), answer(10))).now().p99Micros())
                .isEqualTo(90);
    }

    private static WhatIf answer(double p99Micros) {
        Performance now = new Performance(100, 1, p99Micros, null);
        return new WhatIf("flow", now, now, List.of());
    }

    @ParameterizedTest
    @CsvSource({
        "100, 200, 190, true", // faster, as predicted
        "100, 200, 50, false",
        "100, 105, 97, true", // both unchanged
        "100, 200, 99, false",
        "100, 101, 50, false"
    })
    void judgesTheDirectionOfAChange(double before, double predicted, double measured, boolean right) {
        PredictionResult result = new PredictionResult(
                "flow", 100, "change", performance(before), performance(predicted), performance(measured), List.of());

        assertThat(result.directionIsRight()).isEqualTo(right);
    }

    private static Performance performance(double throughput) {
        return new Performance(throughput, 1_000, 2_000, null);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--cases=0           | --cases is 0: it must be between 1 and 1000",
                "--cases=1001        | --cases is 1001: it must be between 1 and 1000",
                "--readings=0        | --readings is 0: it must be between 1 and 9",
                "--readings=10       | --readings is 10: it must be between 1 and 9",
                "--seconds=1         | --seconds is 1: it must be between 2 and 600",
                "--only=commit,locks | --only is locks: it must be one or more of remote, connections, commit, computing"
            })
    void rejectsInvalidOptionsBeforeTheStart(String option, String reason) {
        assertRejects(reason, option);
    }

    @Test
    void statesItsDefaults() {
        assertThat(run("--help")).isZero();

        assertThat(out.toString().replaceAll("\\s+", " "))
                .contains("Default: 3.", "Default: 14.", "Default: concor-experiments/target/predictions.json.");
    }
}
