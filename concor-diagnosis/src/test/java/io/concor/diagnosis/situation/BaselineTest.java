package io.concor.diagnosis.situation;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.JoinSettings;
import io.concor.TaskKind;
import io.concor.diagnosis.SituationBuilder;
import io.concor.diagnosis.situation.Baseline.Known;
import io.concor.diagnosis.situation.Baseline.Slowdown;
import io.concor.statistics.FlowHistograms;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BaselineTest {

    private static final long MILLI = 1_000_000;
    private static final int LESSONS_OF_AN_HOUR = 720;

    private final Baseline baseline = new Baseline(1);

    private static FlowHistograms times(long[] nanos, long[] counts) {
        return SituationBuilder.of(100)
                .filled("task", TaskKind.SYNCHRONIZED_REMOTE, JoinSettings.fixed(1), 0.5)
                .service(nanos, counts)
                .times();
    }

    private Optional<Slowdown> now(long[] nanos, long[] counts) {
        return baseline.slowdown(0, times(nanos, counts));
    }

    @Test
    void knowsNothingBeforeItHasLearnt() {
        assertThat(now(new long[] {20 * MILLI}, new long[] {100})).isEmpty();
    }

    @Test
    void comparesTheMedian() {
        baseline.learn(times(new long[] {2 * MILLI}, new long[] {100}), false);

        assertThat(now(new long[] {3 * MILLI}, new long[] {100})).isEmpty();
        assertThat(now(new long[] {20 * MILLI}, new long[] {100}))
                .hasValueSatisfying(slow -> assertThat(slow.known()).isEqualTo(Known.FROM_MOST))
                .hasValueSatisfying(slow -> assertThat(slow.factor()).isBetween(9.5, 10.5));
    }

    @Test
    void seesThatAThirdOfTheMessagesBecameSlow() {
        baseline.learn(times(new long[] {2 * MILLI}, new long[] {100}), false);

        assertThat(now(new long[] {2 * MILLI, 80 * MILLI}, new long[] {67, 33}))
                .hasValueSatisfying(slow -> assertThat(slow.known()).isEqualTo(Known.FROM_A_FIFTH))
                .hasValueSatisfying(slow -> assertThat(slow.factor()).isBetween(38.0, 42.0));
        assertThat(now(new long[] {2 * MILLI, 80 * MILLI}, new long[] {90, 10})).isEmpty();
    }

    @Test
    void seesThatEventsWaitFarLongerThanTheMean() {
        baseline.learn(times(new long[] {2 * MILLI, 80 * MILLI}, new long[] {50, 50}), false);

        assertThat(baseline.slowdown(0, 150 * MILLI)).isEmpty();
        assertThat(baseline.slowdown(0, 410 * MILLI))
                .hasValueSatisfying(slow -> assertThat(slow.known()).isEqualTo(Known.FROM_THOSE_THAT_WAIT))
                .hasValueSatisfying(slow -> assertThat(slow.factor()).isBetween(9.5, 10.5));
    }

    @Test
    void takesTimesOnBusyProcessorsAsUsualOnlyIfItKnowsNoOthers() {
        FlowHistograms starved = times(new long[] {40 * MILLI}, new long[] {100});
        baseline.learn(starved, true);
        assertThat(baseline.slowdown(0, starved)).isEmpty();

        for (int i = 0; i < 5; i++) {
            baseline.learn(times(new long[] {2 * MILLI}, new long[] {100}), false);
        }
        for (int i = 0; i < 50; i++) {
            baseline.learn(starved, true);
        }

        assertThat(baseline.slowdown(0, starved))
                .hasValueSatisfying(slow -> assertThat(slow.factor()).isBetween(10.0, 14.0));
    }

    @Test
    void learnsNothingFromAnOutageOfLessThanADay() {
        FlowHistograms slow = times(new long[] {2_000 * MILLI}, new long[] {100});
        baseline.learn(times(new long[] {20 * MILLI}, new long[] {100}), false);
        double before = baseline.slowdown(0, slow).orElseThrow().factor();

        learn(slow, Baseline.LESSONS_OF_A_DAY);

        assertThat(baseline.slowdown(0, slow))
                .hasValueSatisfying(seen -> assertThat(seen.factor()).isEqualTo(before));
    }

    @Test
    void learnsFromNoFigureOfATimeInWhichAThirdIsSlow() {
        FlowHistograms slow = times(new long[] {3 * MILLI, 80 * MILLI}, new long[] {67, 33});
        baseline.learn(times(new long[] {2 * MILLI}, new long[] {100}), false);
        double before = baseline.slowdown(0, 410 * MILLI).orElseThrow().factor();

        learn(slow, Baseline.LESSONS_OF_A_DAY);

        assertThat(baseline.slowdown(0, 410 * MILLI))
                .hasValueSatisfying(seen -> assertThat(seen.factor()).isEqualTo(before));
    }

    @Test
    void takesMuchLongerTimesAsUsualAfterADay() {
        FlowHistograms slow = times(new long[] {200 * MILLI}, new long[] {100});
        baseline.learn(times(new long[] {20 * MILLI}, new long[] {100}), false);

        learn(slow, Baseline.LESSONS_OF_A_DAY + 4 * LESSONS_OF_AN_HOUR);

        assertThat(baseline.slowdown(0, slow)).isEmpty();
    }

    /** Each lesson is so little longer than the last one that none is unusual. */
    @Test
    void learnsNoOutageThatBecomesWorseWithinMinutes() {
        baseline.learn(times(new long[] {20 * MILLI}, new long[] {100}), false);

        for (int lesson = 1; lesson <= 60; lesson++) {
            baseline.learn(times(new long[] {(20 + 3 * lesson) * MILLI}, new long[] {100}), false);
        }

        assertThat(now(new long[] {200 * MILLI}, new long[] {100}))
                .hasValueSatisfying(slow -> assertThat(slow.factor()).isBetween(8.0, 10.5));
    }

    @Test
    void followsTimesThatBecomeLongerInTheCourseOfADay() {
        baseline.learn(times(new long[] {20 * MILLI}, new long[] {100}), false);

        for (int lesson = 1; lesson <= 4 * LESSONS_OF_AN_HOUR; lesson++) {
            baseline.learn(times(new long[] {20 * MILLI + lesson * MILLI / 72}, new long[] {100}), false);
        }

        assertThat(now(new long[] {60 * MILLI}, new long[] {100})).isEmpty();
    }

    @Test
    void countsTheDayFromTheLastUsualTime() {
        FlowHistograms usual = times(new long[] {20 * MILLI}, new long[] {100});
        FlowHistograms slow = times(new long[] {2_000 * MILLI}, new long[] {100});
        baseline.learn(usual, false);

        learn(slow, Baseline.LESSONS_OF_A_DAY);
        baseline.learn(usual, false);
        learn(slow, Baseline.LESSONS_OF_A_DAY);

        assertThat(baseline.slowdown(0, slow))
                .hasValueSatisfying(seen -> assertThat(seen.factor()).isGreaterThan(90));
    }

    private void learn(FlowHistograms times, int lessons) {
        for (int i = 0; i < lessons; i++) {
            baseline.learn(times, false);
        }
    }

    @Test
    void takesAThirdThatWasAlwaysSlowAsUsual() {
        baseline.learn(times(new long[] {2 * MILLI, 80 * MILLI}, new long[] {67, 33}), false);

        assertThat(now(new long[] {2 * MILLI, 80 * MILLI}, new long[] {67, 33})).isEmpty();
    }
}
