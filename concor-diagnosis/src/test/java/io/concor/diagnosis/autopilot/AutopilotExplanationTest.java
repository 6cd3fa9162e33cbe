package io.concor.diagnosis.autopilot;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.JoinSettings;
import io.concor.TaskKind;
import io.concor.diagnosis.Goal;
import io.concor.diagnosis.SituationBuilder;
import io.concor.diagnosis.VerdictSamples;
import io.concor.diagnosis.autopilot.PlanPacing.Topic;
import io.concor.diagnosis.autopilot.TrialJudge.Judgement;
import io.concor.diagnosis.verdict.Cause;
import io.concor.diagnosis.verdict.Verdict.Performance;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** How a decision explains the number of threads that it chose. */
class AutopilotExplanationTest {

    private static final Performance FIGURES = new Performance(600, 0, 10_000, null);
    private static final Goal GOAL = Goal.NONE.p99(Duration.ofMillis(50));
    private static final int MANY_SAMPLES = 10_000;

    /** The evidence of a change of the slot 'pricer', which needs one thread. */
    private static List<String> evidence(PlanPurpose purpose, int present, int chosen) {
        return evidence(purpose, present, JoinSettings.fixed(chosen));
    }

    private static List<String> evidence(PlanPurpose purpose, int present, JoinSettings chosen) {
        return evidence(purpose, present, chosen, MANY_SAMPLES);
    }

    private static List<String> evidence(PlanPurpose purpose, int present, JoinSettings chosen, int samples) {
        PlanRequest request = request(
                purpose,
                SituationBuilder.of(400)
                        .filled("pricer", TaskKind.SYNCHRONIZED_REMOTE, JoinSettings.fixed(present), 1)
                        .latency(10_000, samples));
        Candidate change = Candidate.of("pricer", chosen);
        return Explanation.of(request, new ChosenChange(change, FIGURES, FIGURES, 3, true), Instant.EPOCH)
                .evidence();
    }

    private static PlanRequest request(PlanPurpose purpose, SituationBuilder seen) {
        return new PlanRequest(
                new Topic(purpose, Cause.TOO_FEW_THREADS, "pricer", 1),
                seen.build(),
                VerdictSamples.limited(Cause.TOO_FEW_THREADS, "pricer"),
                Goal.NONE,
                Map.of("pricer", 1),
                Set.of("pricer"),
                candidate -> false);
    }

    @Test
    void saysWhyASlotGetsMoreThreadsThanItNeedsOnAverage() {
        assertThat(evidence(PlanPurpose.INCREASE, 1, 2))
                .containsSubsequence(
                        "Threads needed for 400 events per second, at a utilisation of 70 %: 'pricer' 1.",
                        "These are averages. In the simulation, where arrivals and times vary, more threads are better: 'pricer' 2.");
    }

    @Test
    void saysWhyASlotKeepsMoreThreadsThanItNeeds() {
        assertThat(evidence(PlanPurpose.DECREASE, 8, 6))
                .contains("A change removes at most a quarter of a pool, or one thread, so more remain: 'pricer' 6.");
    }

    @Test
    void addsNothingIfTheSlotGetsWhatItNeeds() {
        assertThat(evidence(PlanPurpose.DECREASE, 2, 1)).hasSize(3);
    }

    @Test
    void addsNothingIfAnotherSettingOfTheSlotChanges() {
        assertThat(evidence(PlanPurpose.INCREASE, 4, JoinSettings.fixed(4).capacity(2048)))
                .hasSize(3);
    }

    @Test
    void saysIfAGoalIsNotReachedAlthoughAChangeHelped() {
        MeasuredPerformance before = new MeasuredPerformance(400, 800, true, 90_000);

        assertThat(Explanation.ofTrial(Judgement.HELPED, GOAL, before, new MeasuredPerformance(780, 800, true, 60_500)))
                .isEqualTo(
                        "It helped: 400 events per second with a p99 of 90.0 ms before, 780 events per second with a p99 of 60.5 ms after. The goal, a p99 of 50.0 ms, is not reached yet.");
        assertThat(Explanation.ofTrial(Judgement.HELPED, GOAL, before, new MeasuredPerformance(780, 800, true, 40_000)))
                .endsWith("a p99 of 40.0 ms after.");
    }

    @Test
    void saysIfAP99IsUnknown() {
        MeasuredPerformance unknown = new MeasuredPerformance(29, 60, true, 0);
        MeasuredPerformance after = new MeasuredPerformance(58, 60, true, 0);

        assertThat(Explanation.ofTrial(Judgement.HELPED, GOAL, unknown, after))
                .isEqualTo(
                        "It helped: 29 events per second with an unknown p99 before, 58 events per second with an unknown p99 after. It is unknown whether the goal, a p99 of 50.0 ms, is reached.");
        assertThat(Explanation.ofTrial(Judgement.HELPED, Goal.NONE, unknown, after))
                .endsWith("an unknown p99 after.");
    }

    @Test
    void saysWhyTheBestIsTakenWhileCallersWait() {
        SituationBuilder waiting = SituationBuilder.of(400)
                .waitingCallers(2)
                .filled("pricer", TaskKind.SYNCHRONIZED_REMOTE, JoinSettings.fixed(1), 1);

        assertThat(evidenceOfStep(waiting))
                .anySatisfy(
                        sentence -> assertThat(sentence)
                                .startsWith(
                                        "Of 3 layouts, this one has the fewest threads of those whose throughput is close to the highest; callers wait"));
        assertThat(evidenceOfStep(SituationBuilder.of(400)
                        .refused(400)
                        .filled("pricer", TaskKind.SYNCHRONIZED_REMOTE, JoinSettings.fixed(1), 1)))
                .anySatisfy(
                        sentence -> assertThat(sentence)
                                .startsWith(
                                        "Of 3 layouts, simulated at 880 events per second to have a reserve, none is expected to suffice in one step"));
    }

    private static List<String> evidenceOfStep(SituationBuilder seen) {
        Candidate change = Candidate.of("pricer", JoinSettings.fixed(2));
        return Explanation.of(
                        request(PlanPurpose.INCREASE, seen),
                        new ChosenChange(change, FIGURES, FIGURES, 3, false),
                        Instant.EPOCH)
                .evidence();
    }

    @Test
    void saysThatFewSamplesMakeThePredictionUncertain() {
        assertThat(evidence(PlanPurpose.INCREASE, 1, JoinSettings.fixed(2), 9))
                .contains("Only 9 events were sampled in ten seconds, so the times are uncertain.");
        assertThat(evidence(PlanPurpose.INCREASE, 1, JoinSettings.fixed(2), MANY_SAMPLES))
                .noneMatch(sentence -> sentence.contains("sampled"));
    }
}
