package io.concor.experiments.clientqueues.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.experiments.clientqueues.VariedSetting;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ExperimentPageTest {

    private static final Map<String, String> DATABASE = Map.of("database", "PostgreSQL 18.1");
    private static final Map<String, String> FACTS = Map.of("commit", "79b8b5ac");

    private static String page(ReportExperiment experiment, Measurement... measurements) {
        LoadPlan plan = new LoadPlan(
                "servers", Stream.of(measurements).map(Measurement::bench).toList(), 1, 10, 5);
        LoadResult result = new LoadResult(DATABASE, List.of(measurements));
        return new ExperimentPage(experiment, plan, result, FACTS).markdown();
    }

    @ParameterizedTest
    @EnumSource
    void tellsWhatTheReportSays(ReportExperiment experiment) {
        ReportedAnswer reported = ReportedAnswer.of(experiment);

        assertThat(page(experiment, ExampleLoads.measurement(1, 100, 5000, 20)))
                .startsWith("## " + experiment.title() + "\n\n" + reported.question())
                .contains("Hypothesis: " + reported.hypothesis(), reported.finding())
                .contains("commit 79b8b5ac, database PostgreSQL 18.1")
                .contains("Correct: 10 messages acknowledged, 0 lost, 0 twice, 0 wrong.")
                .endsWith("\n\nRaw data, a line for each second: raw-1.csv.\n");
    }

    @Test
    void showsTheRunWithTheMedianAndWhatAllFound() {
        String page = page(
                ReportExperiment.CLIENTS,
                ExampleLoads.measurement(1, 100, 5000, 20),
                ExampleLoads.measurement(1, 100, 4000, 25),
                ExampleLoads.measurement(1, 100, 6000, 16));

        assertThat(page.lines())
                .contains("| 1 | 5,000 | 4,000 | 6,000 | 20.00 | 20.00 | 20.00 / 40.00 | 20.00 / 40.00 | 20.00 / 40.00"
                        + " | 0 | healthy |")
                .contains("| 1 | 8.00 | 0.50 | 3.92 | 2.5 | 0.50 | 0.25 | 0.50 |");
    }

    @Test
    void comparesServersWithTheFirst() {
        Measurement[] runs = {
            ExampleLoads.measurement(1, 100, 1000, 100), ExampleLoads.measurement(2, 200, 1500, 80),
        };

        assertThat(page(ReportExperiment.SPEED_UP, runs).lines())
                .contains("| 1 | 100 | 100.00 | 1.00 | 98.39 | 1.00 |", "| 2 | 200 | 80.00 | 1.25 | 59.70 | 1.65 |");
        assertThat(page(ReportExperiment.SCALE_UP, runs).lines()).contains("| 2 | 200 | 80.00 | 1.25 | 1.00 |");
        assertThat(page(ReportExperiment.SCALE_OUT, runs).lines()).contains("| 2 | 200 | 1,500 | 750 | 0.75 | 1.00 |");
    }

    @Test
    void explainsCheckpoints() {
        assertThat(page(ReportExperiment.MESSAGE_SIZES, ExampleLoads.measurement(1, 50, 1000, 50))
                        .lines())
                .contains("| 1 |  | 2.0 | 1.0 | 10 | 10.0 | 50.00 | 50.00 | 50.00 | 50.00 |")
                .anyMatch(row -> row.startsWith("| report: 1,000,000 | 64 segments"));
    }

    @Test
    void showsTheMinutesOfATraceAndChecksTheLaw() {
        assertThat(page(ReportExperiment.STABILITY, ExampleLoads.measurement(1, 100, 5000, 19))
                        .lines())
                .contains("| 1 | 90 | 30 | 30 | 30 | 2.00 | 2.00 | 1.00 | 3.00 | 1 |")
                .contains("| send | 19.00 | 19.00 | 38.00 | 17.14 | 5.54 |")
                .contains("| waiting for a thread | 8.00 | 13.32 | 4.18 |")
                .anyMatch(
                        line -> line.startsWith("100 clients at 5,000 requests per second: 20.00 ms by the interactive"
                                + " response time law, 19.00 ms measured (-5.0 %)."));
    }

    @Test
    void saysSoIfARequestFailedWhileThreadsChanged() {
        LivePlan plan = new LivePlan(VariedSetting.THREADS, List.of(1, 2), 50, 1, 5, 1);
        LoadSummary load = new LoadSummary(
                List.of(ExampleLoads.load(0, 10, 2, Map.of("send: status 503", 2L), ExampleLoads.deliveries(10, 10))));
        LiveResult result = new LiveResult(DATABASE, "| table |", load, List.of("threads.csv"));

        assertThat(result.isCorrect()).isFalse();
        assertThat(new ExperimentPage(ReportExperiment.THREADS, plan, result, FACTS).markdown())
                .contains("\n\n| table |\n\n", "of which threads change while the clients go on")
                .contains("NOT CORRECT: 10", "Requests that failed or were refused: {send: status 503=2}.");
    }
}
