package io.concor.diagnosis.autopilot;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.JoinSettings;
import io.concor.TaskKind;
import io.concor.diagnosis.SituationBuilder;
import io.concor.diagnosis.VerdictSamples;
import io.concor.diagnosis.autopilot.AutopilotStatus.Result;
import io.concor.diagnosis.autopilot.AutopilotStatus.State;
import io.concor.diagnosis.signal.Observation;
import io.concor.diagnosis.situation.Situation;
import io.concor.diagnosis.verdict.Cause;
import io.concor.diagnosis.verdict.Verdict;
import io.concor.diagnosis.verdict.Verdict.Performance;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The state machine of a flow, second by second. */
class AutopilotStateTest {

    private static final Candidate MORE = Candidate.of("remote", JoinSettings.fixed(8));
    private static final Performance EXPECTED = new Performance(800, 0, 10_000, null);
    private static final Optional<Search> NOTHING =
            Optional.of(new Search(Optional.of(new Search.Comparison(3, EXPECTED, EXPECTED)), Optional.empty()));
    private static final Verdict LIMITED = VerdictSamples.limited(Cause.TOO_FEW_THREADS, "remote");

    private final AutopilotStateMachine machine =
            new AutopilotStateMachine("flow", AutopilotSettings.DEFAULT.mode(AutopilotMode.AUTO));
    private Instant now = Instant.parse("2026-11-24T12:00:00Z");
    private boolean free = true;
    private boolean provisional;
    private boolean onTrial;
    private Set<String> limitedOthers = Set.of("overloaded");

    private static Situation overloaded() {
        return situation(400, 400, 1, 1);
    }

    private static Situation situation(double throughput, double refused, double busy, long version) {
        return SituationBuilder.of(throughput)
                .refused(refused)
                .version(version)
                .latency(10_000, 100)
                .filled("remote", TaskKind.SYNCHRONIZED_REMOTE, JoinSettings.fixed(4), busy)
                .build();
    }

    private Action second(Verdict verdict, Situation situation) {
        now = now.plusSeconds(1);
        return machine.next(
                new RenewedVerdict(now, verdict, situation, free, provisional, () -> onTrial, () -> limitedOthers));
    }

    private Action seconds(int count, Verdict verdict, Situation situation) {
        Action last = Action.None.NONE;
        for (int i = 0; i < count && last == Action.None.NONE; i++) {
            last = second(verdict, situation);
        }
        return last;
    }

    private PlanRequest plan() {
        Action action = seconds(120, LIMITED, overloaded());
        assertThat(action).isInstanceOf(Action.Plan.class);
        return ((Action.Plan) action).request();
    }

    private Optional<Trial> choose(PlanRequest request) {
        return machine.chosen(
                request,
                new ChosenChange(MORE, EXPECTED, EXPECTED, 3, true),
                MeasuredPerformance.of(request.situation()),
                now);
    }

    private Trial trial() {
        return choose(plan()).orElseThrow();
    }

    private State state() {
        return machine.status().state();
    }

    private Result result() {
        return machine.status().decisions().get(0).outcome().result();
    }

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
    void triesWhatItHasAdvisedAsSoonAsItMay() {
        machine.settings(settings -> settings.mode(AutopilotMode.ADVISE));
        assertThat(choose(plan())).isEmpty();
        assertThat(seconds(120, LIMITED, overloaded())).isEqualTo(Action.None.NONE);
        machine.settings(settings -> settings);
        assertThat(second(LIMITED, overloaded())).as("the same settings").isEqualTo(Action.None.NONE);

        machine.settings(settings -> settings.mode(AutopilotMode.AUTO));

        Action next = second(LIMITED, overloaded());
        assertThat(next).isInstanceOf(Action.Plan.class);
        assertThat(choose(((Action.Plan) next).request())).isPresent();
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
    void waitsForWhatACloserLookShows() {
        provisional = true;
        assertThat(seconds(60, LIMITED, overloaded())).isEqualTo(Action.None.NONE);

        provisional = false;
        assertThat(seconds(2, LIMITED, overloaded())).isEqualTo(Action.None.NONE);
        assertThat(second(LIMITED, overloaded())).isInstanceOf(Action.Plan.class);
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
    void staysOccupiedUntilTheManagerRevertsATrialThatItCouldNotEnd() {
        Trial trial = trial();

        machine.mustWait(trial, "It reverts by itself.", false, now);
        assertThat(machine.isOccupied()).isTrue();

        machine.expired(now);
        assertThat(machine.isOccupied()).isFalse();
        assertThat(machine.status().decisions().get(0).outcome().text()).isEqualTo("It reverts by itself.");
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
    void doesNotDecreaseWhileTheLatencyIsUnknown() {
        Situation unsampled = SituationBuilder.of(100)
                .latency(10_000, 19)
                .filled("remote", TaskKind.SYNCHRONIZED_REMOTE, JoinSettings.fixed(4), 0.2)
                .build();

        assertThat(seconds(1_300, VerdictSamples.healthy(), unsampled)).isEqualTo(Action.None.NONE);
    }

    @Test
    void aPersonsChangeEndsTheTrialAndPauses() {
        Trial trial = trial();

        machine.overruled("The layout was changed by mary.", null, now);

        assertThat(state()).isEqualTo(State.PAUSED);
        assertThat(result()).isEqualTo(Result.SUPERSEDED);
        machine.ended(trial, Result.CONFIRMED, "It helped.", false, now);
        assertThat(state()).isEqualTo(State.PAUSED);
        assertThat(seconds(299, LIMITED, overloaded())).isEqualTo(Action.None.NONE);
        assertThat(second(LIMITED, overloaded())).isInstanceOf(Action.Plan.class);
    }

    @Test
    void aPersonsTrialPausesUntilItsEnd() {
        Instant end = now.plusSeconds(600);

        machine.overruled("The layout was changed by mary.", end, now);

        assertThat(machine.status().until()).isEqualTo(end);
        assertThat(seconds(599, LIMITED, overloaded())).isEqualTo(Action.None.NONE);
        assertThat(second(LIMITED, overloaded())).isInstanceOf(Action.Plan.class);
    }

    @Test
    void switchingItOffAndOnEndsAPauseAtOnce() {
        machine.overruled("The layout was changed by mary.", null, now);

        machine.settings(settings -> settings.mode(AutopilotMode.OFF));
        assertThat(machine.status().reason()).isEqualTo("The autopilot is off.");
        machine.settings(settings -> settings.mode(AutopilotMode.AUTO));

        assertThat(state()).isEqualTo(State.STEADY);
        assertThat(machine.status().until()).isNull();
        assertThat(seconds(3, LIMITED, overloaded())).isInstanceOf(Action.Plan.class);
    }

    @Test
    void aPersonsChangeMakesAPlanVoid() {
        PlanRequest request = plan();

        machine.overruled("The layout was changed by mary.", null, now);

        assertThat(choose(request)).isEmpty();
        assertThat(state()).isEqualTo(State.PAUSED);
    }

    @Test
    void aPlanIsVoidIfThreadsNoLongerMendTheCause() {
        PlanRequest request = plan();

        second(VerdictSamples.limited(Cause.SLOW_REMOTE, "remote"), overloaded());

        assertThat(choose(request)).isEmpty();
        assertThat(state()).isEqualTo(State.FROZEN);
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

    @Test
    void adviceIsRecordedAndNothingTried() {
        machine.settings(settings -> settings.mode(AutopilotMode.ADVISE));

        assertThat(choose(plan())).isEmpty();

        assertThat(machine.status().decisions()).hasSize(1);
        assertThat(machine.status().decisions().get(0).outcome()).isNull();
        assertThat(state()).isEqualTo(State.STEADY);
        assertThat(seconds(599, LIMITED, overloaded())).isEqualTo(Action.None.NONE);
    }

    @Test
    void computesNothingWhenOff() {
        machine.settings(settings -> settings.mode(AutopilotMode.OFF));

        assertThat(seconds(60, LIMITED, overloaded())).isEqualTo(Action.None.NONE);
    }

    @Test
    void takesBackItsTrialWhenSwitchedOff() {
        trial();
        machine.settings(settings -> settings.mode(AutopilotMode.OFF));

        assertThat(second(LIMITED, situation(790, 0, 0.7, 2))).isInstanceOf(Action.TakeBack.class);
    }

    @Test
    void saysThatEventsMayOvertakeEachOtherIfAStageGetsSeveralThreads() {
        Situation oneThread = SituationBuilder.of(400)
                .refused(400)
                .filled("remote", TaskKind.SYNCHRONIZED_REMOTE, JoinSettings.fixed(1), 1)
                .build();
        PlanRequest request = ((Action.Plan) seconds(3, LIMITED, oneThread)).request();

        choose(request);

        assertThat(machine.status().decisions().get(0).evidence()).anySatisfy(sentence -> assertThat(sentence)
                .startsWith("From slot 'remote' on, the order of events is no longer kept"));
    }

    @Test
    void saysNothingAboutAnOrderThatWasNotKeptBefore() {
        choose(plan());

        assertThat(machine.status().decisions().get(0).evidence())
                .noneSatisfy(sentence -> assertThat(sentence).contains("order of events"));
    }

    @Test
    void keepsFiftyDecisions() {
        DecisionLog log = new DecisionLog();
        PlanRequest request = plan();
        for (int i = 0; i < 60; i++) {
            log.add(Explanation.ofNothing(request, NOTHING.orElseThrow(), now.plusSeconds(i)));
        }

        assertThat(log.newestFirst()).hasSize(50);
        assertThat(log.newestFirst().get(0).at()).isEqualTo(now.plusSeconds(59));
    }
}
