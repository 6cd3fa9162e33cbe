package io.concor.diagnosis.autopilot;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.JoinSettings;
import io.concor.TaskKind;
import io.concor.diagnosis.SituationBuilder;
import io.concor.diagnosis.VerdictSamples;
import io.concor.diagnosis.autopilot.AutopilotStatus.State;
import io.concor.diagnosis.signal.Observation;
import io.concor.diagnosis.situation.Situation;
import io.concor.diagnosis.verdict.Cause;
import io.concor.diagnosis.verdict.Verdict;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** When the autopilot asks for a plan, and for which needs. */
class AutopilotPlanningTest extends AutopilotStateFixture {

    @Test
    void plansAfterThreeLimitedVerdicts() {
        assertThat(seconds(2, LIMITED, overloaded())).isEqualTo(Action.None.NONE);
        assertThat(second(LIMITED, overloaded())).isInstanceOf(Action.Plan.class);
    }

    @Test
    void planOfAThroughputWhoseCallersWaitAimsAtTwice() {
        Situation waiting = SituationBuilder.of(400)
                .waitingCallers(2)
                .filled("remote", TaskKind.SYNCHRONIZED_REMOTE, JoinSettings.fixed(4), 1)
                .build();

        assertThat(((Action.Plan) seconds(3, LIMITED, waiting)).request().needs())
                .containsEntry("remote", 12);
    }

    @Test
    void planIsForALoadThatHasRisen() {
        List<Observation> twoBeforeAndThreeAfter = Stream.concat(
                        situation(300, 0, 0.75, 1).recent().stream().limit(2),
                        overloaded().recent().stream().limit(3))
                .toList();

        assertThat(((Action.Plan) seconds(3, LIMITED, overloaded().withWindows(twoBeforeAndThreeAfter)))
                        .request()
                        .needs())
                .containsEntry("remote", 12);
    }

    @Test
    void makesOnePlanAtATimeAndOneInTenSeconds() {
        PlanRequest request = plan();
        Instant planned = now;
        assertThat(seconds(60, LIMITED, overloaded())).isEqualTo(Action.None.NONE);

        machine.foundNothing(request, NOTHING, planned);
        now = planned;
        assertThat(seconds(9, VerdictSamples.limited(Cause.RING, "remote"), overloaded()))
                .isEqualTo(Action.None.NONE);
        assertThat(second(VerdictSamples.limited(Cause.RING, "remote"), overloaded()))
                .isInstanceOf(Action.Plan.class);
    }

    @Test
    void asksLessAndLessOftenIfNothingWouldHelp() {
        machine.foundNothing(plan(), NOTHING, now);

        assertThat(machine.status().decisions().get(0).decided())
                .isEqualTo("No layout is expected to relieve 'remote' of too-few-threads.");
        for (int pause : List.of(10, 20, 40, 60, 60)) {
            assertThat(seconds(pause - 1, LIMITED, overloaded())).isEqualTo(Action.None.NONE);
            Action next = second(LIMITED, overloaded());
            assertThat(next).isInstanceOf(Action.Plan.class);
            machine.foundNothing(((Action.Plan) next).request(), NOTHING, now);
        }
        assertThat(machine.status().decisions()).hasSize(1);
    }

    @Test
    void remembersSeveralTopicsWithoutAnAnswer() {
        Verdict ring = VerdictSamples.limited(Cause.RING, "remote");
        machine.foundNothing(plan(), NOTHING, now);
        machine.foundNothing(((Action.Plan) seconds(11, ring, overloaded())).request(), NOTHING, now);
        machine.foundNothing(((Action.Plan) seconds(11, LIMITED, overloaded())).request(), NOTHING, now);

        assertThat(seconds(19, LIMITED, overloaded())).isEqualTo(Action.None.NONE);
        assertThat(second(LIMITED, overloaded())).isInstanceOf(Action.Plan.class);
    }

    @Test
    void saysNothingOfPlansThatCouldNotBeMade() {
        machine.foundNothing(plan(), Optional.empty(), now);

        assertThat(machine.status().decisions()).isEmpty();
    }

    @Test
    void plansNothingWhileEventsTimeOutBeforeATaskHasFinished() {
        Situation outlasted = SituationBuilder.of(12.8)
                .inFlight(64, 64)
                .timeouts(12.8)
                .filled("slow", TaskKind.SIMPLE, JoinSettings.fixed(4), 1)
                .taken(0.27)
                .build();
        assertThat(outlasted.traffic().lacksFinishedTasks()).isTrue();

        assertThat(seconds(60, LIMITED, outlasted)).isEqualTo(Action.None.NONE);
    }

    @Test
    void waitsWhileAnotherFlowIsOnTrial() {
        free = false;
        assertThat(seconds(60, LIMITED, overloaded())).isEqualTo(Action.None.NONE);

        free = true;
        assertThat(second(LIMITED, overloaded())).isInstanceOf(Action.Plan.class);
    }

    @Test
    void waitsForWhatACloserLookShows() {
        provisional = true;
        assertThat(seconds(60, LIMITED, overloaded())).isEqualTo(Action.None.NONE);

        provisional = false;
        assertThat(seconds(2, LIMITED, overloaded())).isEqualTo(Action.None.NONE);
        assertThat(second(LIMITED, overloaded())).isInstanceOf(Action.Plan.class);
    }

    @ParameterizedTest
    @EnumSource(
            names = {
                "GARBAGE_COLLECTION",
                "DOWNSTREAM_ERRORS",
                "NOISY_NEIGHBOUR",
                "CONNECTION_LEAK",
                "SLOW_REMOTE",
                "SLOW_CALLBACK",
                "LOCK",
                "HOT_KEY"
            })
    void freezesWhileThreadsDoNotMendTheCause(Cause cause) {
        assertThat(seconds(60, VerdictSamples.limited(cause, "remote"), overloaded()))
                .isEqualTo(Action.None.NONE);
        assertThat(state()).isEqualTo(State.FROZEN);
        assertThat(machine.status().reason())
                .startsWith("A change of threads does not help against %s.".formatted(cause));

        assertThat(seconds(2, LIMITED, overloaded()))
                .as("three limited verdicts of a cause that threads may mend")
                .isEqualTo(Action.None.NONE);
        assertThat(second(LIMITED, overloaded())).isInstanceOf(Action.Plan.class);
        assertThat(state()).isEqualTo(State.STEADY);
    }

    @Test
    void takesARemoteSystemThatStaysSlowAsItIs() {
        Verdict slow = VerdictSamples.limited(Cause.SLOW_REMOTE, "remote");
        assertThat(seconds(200, slow, overloaded())).isEqualTo(Action.None.NONE);
        second(VerdictSamples.unknown(), overloaded());
        second(LIMITED, overloaded());
        assertThat(seconds(98, slow, overloaded())).isEqualTo(Action.None.NONE);
        assertThat(state()).isEqualTo(State.FROZEN);

        assertThat(seconds(3, slow, overloaded())).isInstanceOf(Action.Plan.class);
        assertThat(state()).isEqualTo(State.STEADY);
    }

    @Test
    void aPlanIsVoidIfThreadsNoLongerMendTheCause() {
        PlanRequest request = plan();

        second(VerdictSamples.limited(Cause.SLOW_REMOTE, "remote"), overloaded());

        assertThat(choose(request)).isEmpty();
        assertThat(state()).isEqualTo(State.FROZEN);
    }

    @Test
    void doesNotDecreaseWhileTheLatencyIsUnknown() {
        Situation unsampled = SituationBuilder.of(100)
                .latency(10_000, 19)
                .filled("remote", TaskKind.SYNCHRONIZED_REMOTE, JoinSettings.fixed(4), 0.2)
                .build();

        assertThat(seconds(1_300, VerdictSamples.healthy(), unsampled)).isEqualTo(Action.None.NONE);
    }

    @Test
    void decreasesToTheLargestNeedOfTenMinutes() {
        Situation calm = situation(100, 0, 0.2, 1);
        Situation peak = situation(100, 0, 0.4, 1);
        assertThat(seconds(1, VerdictSamples.healthy(), calm)).isEqualTo(Action.None.NONE);
        assertThat(seconds(30, VerdictSamples.healthy(), peak)).isEqualTo(Action.None.NONE);
        assertThat(seconds(569, VerdictSamples.healthy(), calm)).isEqualTo(Action.None.NONE);

        Action action = second(VerdictSamples.healthy(), calm);

        assertThat(action).isInstanceOfSatisfying(Action.Plan.class, plan -> {
            assertThat(plan.request().purpose()).isEqualTo(PlanPurpose.DECREASE);
            assertThat(plan.request().needs()).containsEntry("remote", 3);
        });
    }

    @Test
    void knowsWhichSlotsWereBusyInTenMinutes() {
        seconds(1, VerdictSamples.healthy(), situation(100, 0, 0.06, 1));

        Action action = seconds(600, VerdictSamples.healthy(), situation(100, 0, 0.01, 1));

        assertThat(action).isInstanceOfSatisfying(Action.Plan.class, plan -> assertThat(
                        plan.request().busy())
                .containsExactly("remote"));
    }
}
