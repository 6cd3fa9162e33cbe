package io.concor.experiments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.concor.simulator.control.SentControlRequest;
import io.concor.simulator.load.BreakingPoint;
import io.concor.simulator.load.LatencySummary;
import io.concor.simulator.load.LoadProfile;
import io.concor.simulator.load.LoadStatistics;
import io.concor.simulator.load.LoadTotals;
import io.concor.simulator.load.SecondStatistics;
import io.concor.simulator.result.HostInfo;
import io.concor.simulator.result.ResultFolder;
import io.concor.simulator.result.RunEnding;
import io.concor.simulator.result.RunResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the simulator writes, read again. */
class OutcomeTest {

    private static final LatencySummary NONE = new LatencySummary(0, 0, 0, 0, 0, 0);

    @TempDir
    private Path folder;

    private Outcome written(@Nullable BreakingPoint breakingPoint) throws IOException {
        int[] issued = new int[1000];
        Arrays.fill(issued, 10);
        int[] completed = issued.clone();
        completed[250] = 4;
        completed[260] = 14;
        completed[670] = 7;
        new ResultFolder(folder)
                .write(new RunResult(
                        "run",
                        "constant",
                        LoadProfile.constant(1000, 10),
                        30,
                        64,
                        "http://localhost/",
                        "answer",
                        HostInfo.current(),
                        "2026-01-02T03:04:05.123Z",
                        RunEnding.FINISHED,
                        null,
                        breakingPoint,
                        List.of(new SentControlRequest(2000, 3.5, "POST /", 200, "{}")),
                        1,
                        null,
                        new LoadStatistics(
                                List.of(),
                                new LoadTotals(10000, 9995, 5, 0, 0, 0),
                                Map.of(),
                                NONE,
                                NONE,
                                issued,
                                completed)));
        return Outcome.read(folder);
    }

    private static BreakingPoint broken(@Nullable Integer rate) {
        return new BreakingPoint(rate, 50, 3, 41.5, 50, 50, 1200);
    }

    @Test
    void readsWhereItBroke() throws IOException {
        Outcome outcome = written(broken(40));

        assertThat(outcome.broken()).isEqualTo(broken(40));
        assertThat(outcome.stableRate()).isEqualTo(40);
    }

    @Test
    void refusesARunInWhichNotEvenTheFirstRateWasStable() throws IOException {
        Outcome outcome = written(broken(null));

        assertThatThrownBy(outcome::broken)
                .isInstanceOf(DisturbedException.class)
                .hasMessageContaining("50 requests per second");
    }

    @Test
    void saysWhatToDoWhereNothingBroke() throws IOException {
        Outcome outcome = written(null);

        assertThatThrownBy(outcome::broken).hasMessageContaining("--start");
    }

    @Test
    void readsMarksAndTimes() throws IOException {
        Outcome outcome = written(null);

        assertThat(outcome.marks()).extracting(SentControlRequest::tookMillis).containsExactly(3.5);
        assertThat(outcome.at(2)).isEqualTo(Instant.parse("2026-01-02T03:04:07.123Z"));
        assertThat(outcome.account().totals().completed()).isEqualTo(9995);
    }

    @Test
    void countsFromAMomentOn() throws IOException {
        Outcome outcome = written(null);
        Moment moment = Moment.of(outcome, "add", outcome.marks().get(0));

        assertThat(moment.perSecond()).containsExactly(998, 1000, 1000, 1000, 997);
        assertThat(moment.fewest()).isEqualTo(4);
        assertThat(moment.fewestPerSecond()).isEqualTo(994);
        assertThat(moment.fewestIssued()).isEqualTo(10);
        assertThat(moment.mostInFlight()).isEqualTo(6);
        assertThat(moment.tookMillis()).isEqualTo(3.5);
        Moment later = Moment.without(outcome, new SentControlRequest(3000, 3.5, "POST /", 200, "{}"));
        assertThat(later.tookMillis()).isZero();
        assertThat(later.fewest()).isEqualTo(7);
        assertThat(later.mostInFlight()).isEqualTo(5);
    }

    @Test
    void findsAPauseThatTwoSecondsShare() {
        Outcome outcome = Examples.outcome(new LoadTotals(30_000, 29_996, 0, 4, 0, 0));
        outcome.account().completedWindows()[1099] = 8;
        outcome.account().completedWindows()[1100] = 8;

        Moment moment = Moment.without(outcome, new SentControlRequest(10_000, 3.5, "POST /", 200, "{}"));

        assertThat(moment.perSecond()).containsExactly(998, 998, 1000, 1000, 1000);
        assertThat(moment.fewestPerSecond()).isEqualTo(996);
    }

    @Test
    void findsAPauseThatIsMadeGoodSoon() {
        Outcome outcome = Examples.outcome(new LoadTotals(30_000, 30_000, 0, 0, 0, 0));
        outcome.account().completedWindows()[1001] = 2;
        outcome.account().completedWindows()[1002] = 18;

        Moment moment = Moment.without(outcome, new SentControlRequest(10_000, 3.5, "POST /", 200, "{}"));

        assertThat(moment.perSecond()).containsOnly(1000);
        assertThat(moment.fewestPerSecond()).isEqualTo(992);
    }

    @Test
    void countsWhatWasIssuedUntilItBroke() {
        List<SecondStatistics> seconds = IntStream.range(0, 5)
                .mapToObj(second -> new SecondStatistics(second, 50, 10 + second, 50, 0, 0, 0, NONE, NONE))
                .toList();
        Outcome outcome = new Outcome(
                "answer",
                Instant.now(),
                broken(40),
                List.of(),
                new LoadStatistics(
                        seconds, new LoadTotals(60, 60, 0, 0, 0, 0), Map.of(), NONE, NONE, new int[0], new int[0]));

        assertThat(Attempt.of(SampleVariant.OFF, outcome, null))
                .isEqualTo(new Attempt(SampleVariant.OFF, 40, 3, 10 + 11 + 12, 41.5, null));
    }

    @Test
    void dividesARunIntoStretches() throws IOException {
        List<Moment> noise = Moment.noise(written(null), 0, 12);

        assertThat(noise).extracting(Moment::atSeconds).containsExactly(0.0, 5.0);
        assertThat(noise).extracting(Moment::fewest).containsExactly(4, 7);
    }

    @Test
    void tellsTheMedianOfMoments() throws IOException {
        Outcome outcome = written(null);
        Moments two = Moments.NONE.and(Moment.noise(outcome, 0, 10), outcome);

        assertThat(two.medianPerSecond()).isEqualTo((994 + 997) / 2.0);
        assertThat(two.medianInFlight()).isEqualTo((6 + 5) / 2.0);
        assertThat(two.fewestPerSecond()).containsExactly(994, 997);
        assertThat(two.mostInFlight()).containsExactly(6, 5);
        assertThat(two.and(two.all(), outcome).mostInFlight()).containsExactly(6, 6, 5);
        assertThat(two.and(two.all(), outcome).fewestPerSecond()).containsExactly(994, 994, 997);
        assertThat(Moments.NONE.medianInFlight()).isZero();
    }

    @Test
    void countsAlsoWhereNothingIsCompletedAnyMore() throws IOException {
        Moment moment = Moment.without(written(null), new SentControlRequest(8000, 3.5, "POST /", 200, "{}"));

        assertThat(moment.perSecond()).containsExactly(1000, 1000, 0, 0, 0);
        assertThat(moment.fewest()).isZero();
    }

    @Test
    void sharesTheCpuTimeAmongTheRequests() {
        Cost cost = Cost.of(
                100,
                Duration.ofMillis(500),
                Duration.ofMillis(20),
                Examples.outcome(new LoadTotals(1000, 1000, 0, 0, 0, 0)));

        assertThat(cost.cpuMicros()).isEqualTo(500);
        assertThat(cost.compilerMicros()).isEqualTo(20);
    }

    @Test
    void refusesToCallItACostWhereTooLittleIsCompleted() {
        Outcome outcome = Examples.outcome(new LoadTotals(1000, 998, 1, 0, 1, 0));

        assertThat(outcome.notCompleted()).isEqualTo(2);
        assertThatThrownBy(() -> Cost.of(100, Duration.ofSeconds(1), Duration.ZERO, outcome))
                .isInstanceOf(DisturbedException.class)
                .hasMessageContainingAll("100 requests per second", "998", "2");
    }

    @Test
    void saysWhichFileIsNoResult() throws IOException {
        Files.writeString(folder.resolve("result.json"), "{");

        assertThatThrownBy(() -> Outcome.read(folder)).hasMessageContaining("result.json");
    }
}
