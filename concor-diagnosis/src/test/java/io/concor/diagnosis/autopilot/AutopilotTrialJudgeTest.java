package io.concor.diagnosis.autopilot;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.JoinSettings;
import io.concor.TaskKind;
import io.concor.diagnosis.Goal;
import io.concor.diagnosis.SituationBuilder;
import io.concor.diagnosis.autopilot.TrialJudge.Judgement;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** What a trial has shown. */
class AutopilotTrialJudgeTest {

    private static final boolean EARLY = false;
    private static final boolean LATE = true;
    private static final Goal P99_OF_20_MS = new Goal(OptionalDouble.of(20_000), OptionalDouble.empty());

    private static MeasuredPerformance saturated(double throughput, double p99Micros) {
        return new MeasuredPerformance(throughput, 2 * throughput, true, p99Micros);
    }

    private static MeasuredPerformance relaxed(double throughput, double p99Micros) {
        return new MeasuredPerformance(throughput, throughput, false, p99Micros);
    }

    private static Judgement increase(
            Goal goal, MeasuredPerformance before, MeasuredPerformance after, boolean settled) {
        return new TrialJudge(PlanPurpose.INCREASE, goal, before).judge(after, settled);
    }

    private static Judgement decrease(MeasuredPerformance before, MeasuredPerformance after, boolean settled) {
        return new TrialJudge(PlanPurpose.DECREASE, Goal.NONE, before).judge(after, settled);
    }

    @Test
    void fivePercentMoreThroughputHelped() {
        assertThat(increase(Goal.NONE, saturated(100, 50_000), saturated(106, 50_000), LATE))
                .isEqualTo(Judgement.HELPED);
        assertThat(increase(Goal.NONE, saturated(100, 50_000), saturated(104, 50_000), LATE))
                .isEqualTo(Judgement.NO_EFFECT);
    }

    /** 300 events end per second, before and after: two of three by their timeout, then one of three. */
    @Test
    void whatEndsByItsTimeoutIsNoThroughput() {
        assertThat(increase(Goal.NONE, timingOut(200), timingOut(100), LATE)).isEqualTo(Judgement.HELPED);
    }

    private static MeasuredPerformance timingOut(double perSecond) {
        return MeasuredPerformance.of(SituationBuilder.of(300)
                .failed(perSecond)
                .timeouts(perSecond)
                .refused(10)
                .latency(1_000_000, 100)
                .filled("remote", TaskKind.SYNCHRONIZED_REMOTE, JoinSettings.fixed(4), 1)
                .build());
    }

    @Test
    void nothingIsKeptWhileThePileOfBeforeMayBeHandled() {
        assertThat(increase(Goal.NONE, saturated(100, 50_000), saturated(200, 50_000), EARLY))
                .isEqualTo(Judgement.NO_EFFECT);
    }

    @Test
    void moreThroughputDoesNotCountIfJustMoreArrives() {
        assertThat(increase(Goal.NONE, relaxed(100, 50_000), relaxed(150, 50_000), LATE))
                .isEqualTo(Judgement.OTHER_LOAD);
    }

    @Test
    void latencyCountsOnlyWhenItIsThatOfTheNewLayout() {
        MeasuredPerformance before = relaxed(100, 50_000);
        MeasuredPerformance after = relaxed(100, 44_000);

        assertThat(increase(Goal.NONE, before, after, EARLY)).isEqualTo(Judgement.NO_EFFECT);
        assertThat(increase(Goal.NONE, before, after, LATE)).isEqualTo(Judgement.HELPED);
    }

    @Test
    void lessLatencyDoesNotCountIfThroughputIsLost() {
        assertThat(increase(Goal.NONE, saturated(100, 50_000), saturated(93, 10_000), LATE))
                .isEqualTo(Judgement.NO_EFFECT);
    }

    @Test
    void goalReachedHelpedAlsoAtAHigherLoad() {
        assertThat(increase(P99_OF_20_MS, relaxed(100, 21_000), relaxed(150, 19_900), LATE))
                .isEqualTo(Judgement.HELPED);
    }

    @Test
    void throughputThatWasReachedBeforeDidNotHelp() {
        Goal goal = Goal.NONE.throughput(400.0);

        assertThat(increase(goal, saturated(390, 50_000), saturated(405, 50_000), LATE))
                .isEqualTo(Judgement.HELPED);
        assertThat(increase(goal, saturated(450, 50_000), saturated(450, 50_000), LATE))
                .isEqualTo(Judgement.NO_EFFECT);
        assertThat(increase(goal, saturated(450, 50_000), saturated(402, 50_000), LATE))
                .isEqualTo(Judgement.HARMED);
    }

    @Test
    void goalIsNotReachedBecauseLessArrives() {
        assertThat(increase(P99_OF_20_MS, relaxed(100, 50_000), relaxed(80, 5_000), LATE))
                .isEqualTo(Judgement.OTHER_LOAD);
    }

    @Test
    void lostThroughputHarmed() {
        assertThat(increase(Goal.NONE, saturated(100, 50_000), saturated(85, 50_000), EARLY))
                .isEqualTo(Judgement.HARMED);
    }

    @Test
    void decreaseIsKeptIfNothingGotWorse() {
        assertThat(decrease(relaxed(100, 10_000), relaxed(100, 10_500), EARLY)).isEqualTo(Judgement.NO_EFFECT);
        assertThat(decrease(relaxed(100, 10_000), relaxed(100, 10_500), LATE)).isEqualTo(Judgement.HELPED);
    }

    @Test
    void decreaseIsKeptAtALoadThatFellALittle() {
        assertThat(decrease(relaxed(100, 10_000), relaxed(88, 10_000), LATE)).isEqualTo(Judgement.HELPED);
    }

    @Test
    void decreaseIsNotKeptWithoutAKnownLatency() {
        assertThat(decrease(relaxed(100, 10_000), relaxed(100, 0), LATE)).isEqualTo(Judgement.NO_EFFECT);
    }

    @Test
    void decreaseHarmsIfEventsWaitOrLatencyGrows() {
        assertThat(decrease(relaxed(100, 10_000), saturated(100, 10_000), EARLY))
                .isEqualTo(Judgement.HARMED);
        assertThat(decrease(relaxed(100, 10_000), relaxed(100, 16_000), LATE)).isEqualTo(Judgement.HARMED);
        assertThat(decrease(relaxed(100, 10_000), relaxed(100, 12_000), LATE)).isEqualTo(Judgement.NO_EFFECT);
    }
}
