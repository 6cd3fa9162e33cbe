package io.concor.diagnosis.autopilot;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.JoinSettings;
import io.concor.TaskKind;
import io.concor.diagnosis.SituationBuilder;
import io.concor.diagnosis.VerdictSamples;
import io.concor.diagnosis.autopilot.AutopilotStatus.Result;
import io.concor.diagnosis.autopilot.AutopilotStatus.State;
import io.concor.diagnosis.situation.Situation;
import io.concor.diagnosis.verdict.Cause;
import io.concor.diagnosis.verdict.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What becomes of a change on trial. */
class AutopilotTrialTest extends AutopilotStateFixture {

    @Test
    void keepsAChangeThatHelped() {
        Trial trial = trial();
        assertThat(state()).isEqualTo(State.TRIAL);
        assertThat(machine.isOccupied()).isTrue();

        assertThat(seconds(10, VerdictSamples.healthy(), situation(790, 0, 0.7, 2)))
                .as("too early")
                .isEqualTo(Action.None.NONE);
        Action action = seconds(1, VerdictSamples.healthy(), situation(790, 0, 0.7, 2));
        assertThat(action).isInstanceOf(Action.Keep.class);
        assertThat(seconds(3, VerdictSamples.healthy(), situation(790, 0, 0.7, 2)))
                .as("only once")
                .isEqualTo(Action.None.NONE);

        machine.ended(trial, Result.CONFIRMED, "It helped.", false, now);
        assertThat(state()).isEqualTo(State.COOLING);
        assertThat(result()).isEqualTo(Result.CONFIRMED);
    }

    @Test
    void judgesOnlyWindowsOfTheLayoutOnTrial() {
        trial();

        assertThat(seconds(5, VerdictSamples.healthy(), situation(790, 0, 0.7, 1)))
                .isEqualTo(Action.None.NONE);
    }

    @Test
    void judgesTimesOfTheLayoutOnTrialOnly() {
        trial();
        SituationBuilder helped = SituationBuilder.of(790)
                .version(2)
                .latency(10_000, 100)
                .filled("remote", TaskKind.SYNCHRONIZED_REMOTE, JoinSettings.fixed(8), 0.7);

        assertThat(seconds(20, VerdictSamples.healthy(), helped.mixedTimes().build()))
                .as("some of the times are from before")
                .isEqualTo(Action.None.NONE);
        assertThat(second(VerdictSamples.healthy(), situation(790, 0, 0.7, 2))).isInstanceOf(Action.Keep.class);
    }

    @Test
    void takesBackAChangeThatDidNotHelpBeforeItsTrialEnds() {
        Trial trial = trial();

        assertThat(seconds(24, LIMITED, situation(400, 400, 1, 2))).isEqualTo(Action.None.NONE);
        Action action = second(LIMITED, situation(400, 400, 1, 2));

        assertThat(action).isInstanceOfSatisfying(Action.TakeBack.class, taken -> assertThat(taken.ineffective())
                .isTrue());
        assertThat(now).isBefore(trial.end());
    }

    @Test
    void takesBackAChangeThatHarmedAtOnce() {
        trial();

        assertThat(second(LIMITED, situation(300, 500, 1, 2))).isInstanceOf(Action.TakeBack.class);
    }

    @Test
    void takesBackAtOnceWhatHarmsAnotherFlow() {
        trial();
        assertThat(second(VerdictSamples.healthy(), situation(790, 0, 0.7, 2)))
                .as("the other one was limited before")
                .isEqualTo(Action.None.NONE);

        limitedOthers = Set.of("overloaded", "neighbour");

        assertThat(second(VerdictSamples.healthy(), situation(790, 0, 0.7, 2)))
                .isInstanceOfSatisfying(Action.TakeBack.class, taken -> {
                    assertThat(taken.ineffective()).isTrue();
                    assertThat(taken.reason()).isEqualTo("Since the change, flow 'neighbour' is limited.");
                });
    }

    @Test
    void doesNotBlameAChangeForWhatComesFromOutside() {
        trial();
        Verdict collecting = VerdictSamples.limited(Cause.GARBAGE_COLLECTION, "remote");

        assertThat(seconds(24, collecting, situation(100, 700, 1, 2))).isEqualTo(Action.None.NONE);
        assertThat(second(collecting, situation(100, 700, 1, 2)))
                .isInstanceOfSatisfying(Action.TakeBack.class, taken -> {
                    assertThat(taken.ineffective()).isFalse();
                    assertThat(taken.reason()).startsWith("The effect of the change cannot be measured.");
                });
    }

    @Test
    void doesNotBlameAChangeForWhatTheCompilerTakes() {
        trial();
        Situation cold = SituationBuilder.of(300)
                .refused(500)
                .version(2)
                .latency(10_000, 100)
                .host(2, 1.8, 2, 4)
                .compiler(0.9)
                .filled("remote", TaskKind.SYNCHRONIZED_REMOTE, JoinSettings.fixed(8), 1)
                .build();

        assertThat(seconds(24, LIMITED, cold)).isEqualTo(Action.None.NONE);
        assertThat(second(LIMITED, cold)).isInstanceOfSatisfying(Action.TakeBack.class, taken -> {
            assertThat(taken.ineffective()).isFalse();
            assertThat(taken.reason()).endsWith("The JVM was still compiling its code, so it may be tried again.");
        });
    }

    @Test
    void remembersForTenMinutesWhatDidNotHelp() {
        Trial trial = trial();
        machine.ended(trial, Result.REVERTED, "It did not help.", true, now);
        Instant end = now;

        PlanRequest next = plan();
        assertThat(next.ineffective().test(MORE)).isTrue();
        assertThat(next.ineffective().test(Candidate.of("remote", JoinSettings.fixed(6))))
                .as("less of the same")
                .isTrue();
        assertThat(next.ineffective().test(Candidate.of("remote", JoinSettings.fixed(2))))
                .isFalse();
        machine.foundNothing(next, NOTHING, now);

        now = end.plus(Duration.ofMinutes(10));
        assertThat(plan().ineffective().test(MORE)).isFalse();
    }

    @Test
    void coolsBetweenChanges() {
        machine.ended(trial(), Result.CONFIRMED, "It helped.", false, now);

        assertThat(seconds(14, LIMITED, overloaded())).isEqualTo(Action.None.NONE);
        assertThat(state()).isEqualTo(State.COOLING);
        assertThat(second(LIMITED, overloaded())).isInstanceOf(Action.Plan.class);
    }

    @Test
    void staysOccupiedUntilTheManagerRevertsATrialThatItCouldNotEnd() {
        Trial trial = trial();

        machine.mustWait(trial, "It reverts by itself.", false, now);
        assertThat(machine.isOccupied()).isTrue();

        machine.expired(now);
        assertThat(machine.isOccupied()).isFalse();
        assertThat(machine.status().decisions().get(0).outcome().text()).isEqualTo("It reverts by itself.");
    }

    @Test
    void staysOccupiedWhileTheManagerCannotRevertItsTrial() {
        trial();
        onTrial = true;
        seconds(100, LIMITED, null);
        assertThat(machine.isOccupied()).isTrue();

        onTrial = false;
        second(LIMITED, null);
        assertThat(machine.isOccupied()).isFalse();
    }

    @Test
    void endsATrialWhoseEndWasNotNoticed() {
        trial();

        assertThat(seconds(41, LIMITED, null)).isEqualTo(Action.None.NONE);

        assertThat(result()).isEqualTo(Result.REVERTED);
        assertThat(machine.isOccupied()).isFalse();
    }
}
