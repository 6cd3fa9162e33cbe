package io.concor.experiments.clientqueues.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PlansTest {

    private static Plan plan(ReportExperiment experiment) {
        return Plans.of(experiment, ReportSettings.DEFAULTS);
    }

    private static List<LoadPoint> points(ReportExperiment experiment, ReportSettings settings) {
        return ((LoadPlan) Plans.of(experiment, settings))
                .benches().stream().flatMap(bench -> bench.points().stream()).toList();
    }

    @Test
    void takeAtMostSeventyFiveMinutesWithoutTheTrace() {
        Duration all = Arrays.stream(ReportExperiment.values())
                .filter(experiment -> experiment != ReportExperiment.STABILITY)
                .map(PlansTest::plan)
                .distinct()
                .map(Plan::estimate)
                .reduce(Duration.ZERO, Duration::plus);

        assertThat(all).isBetween(Duration.ofMinutes(40), Duration.ofMinutes(75));
        assertThat(plan(ReportExperiment.STABILITY).seconds()).isEqualTo(30 * 60);
    }

    @ParameterizedTest
    @EnumSource(names = {"CONNECTIONS", "THREADS", "THREADS_AND_CONNECTIONS"})
    void changeAServerThatRunsForAtMostFiveMinutes(ReportExperiment experiment) {
        LivePlan plan = (LivePlan) plan(experiment);

        assertThat(plan.values()).contains(1, 20, 50, 80);
        assertThat(plan.load()).isLessThanOrEqualTo(Duration.ofMinutes(5));
        assertThat(plan.setting().title()).isEqualTo(experiment.title().replace('-', ' '));
    }

    @Test
    void haveAllSizesOfMessagesAndTheLargestWithALargeLogToo() {
        LoadPlan plan = (LoadPlan) plan(ReportExperiment.MESSAGE_SIZES);

        assertThat(points(ReportExperiment.MESSAGE_SIZES, ReportSettings.DEFAULTS))
                .extracting(LoadPoint::messageSize)
                .startsWith(20, 500)
                .containsSubsequence(200_000, 500_000, 1_000_000, 200_000, 500_000, 1_000_000);
        assertThat(plan.benches()).allSatisfy(bench -> assertThat(bench.points())
                .allSatisfy(point -> assertThat(point.messageSize()).isLessThanOrEqualTo(bench.maxLength())));
        assertThat(plan.benches().get(2).database()).containsEntry("max_wal_size", "2GB");
    }

    @Test
    void needTheSameLoadsForScaleUpAndScaleOut() {
        assertThat(plan(ReportExperiment.SCALE_UP)).isEqualTo(plan(ReportExperiment.SCALE_OUT));
        assertThat(points(ReportExperiment.SCALE_UP, ReportSettings.DEFAULTS))
                .extracting(LoadPoint::clients)
                .containsExactly(100, 200, 500);
    }

    @Test
    void spreadTheSameClientsOverProcesses() {
        List<LoadPoint> points = points(ReportExperiment.CLIENT_PROCESSES, ReportSettings.DEFAULTS);

        assertThat(points).extracting(LoadPoint::processes).containsExactly(1, 2, 4);
        assertThat(points).extracting(LoadPoint::clients).containsOnly(100);
    }

    @Test
    void areShortenedByOptions() {
        ReportSettings settings = new ReportSettings(5, 1, 4, 60);

        assertThat(Stream.of(ReportExperiment.values()).map(experiment -> Plans.of(experiment, settings)))
                .allSatisfy(plan -> {
                    assertThat(plan.seconds()).isEqualTo(5);
                    assertThat(plan.warmUpSeconds()).isEqualTo(1);
                    assertThat(plan.rounds()).isEqualTo(4);
                });
        assertThat(points(ReportExperiment.CLIENTS, settings))
                .extracting(LoadPoint::clients)
                .containsExactly(10, 20, 50, 60);
        assertThat(points(ReportExperiment.SPEED_UP, settings))
                .extracting(LoadPoint::clients)
                .containsOnly(60);
    }

    @Test
    void warmUpLongerOnAServerThatHasJustStarted() {
        LoadPlan plan = (LoadPlan) plan(ReportExperiment.CLIENTS);

        assertThat(plan.warmUpSeconds(false, 5)).isEqualTo(plan.warmUpSeconds());
        assertThat(plan.warmUpSeconds(true, 1)).isEqualTo(3 * plan.warmUpSeconds());
        assertThat(plan.warmUpSeconds(true, 5)).isEqualTo(7 * plan.warmUpSeconds());
    }
}
