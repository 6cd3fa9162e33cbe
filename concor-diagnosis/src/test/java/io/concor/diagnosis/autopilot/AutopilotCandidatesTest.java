package io.concor.diagnosis.autopilot;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.JoinSettings;
import io.concor.TaskKind;
import io.concor.diagnosis.Goal;
import io.concor.diagnosis.SituationBuilder;
import io.concor.diagnosis.VerdictSamples;
import io.concor.diagnosis.advice.ThreadNeeds;
import io.concor.diagnosis.autopilot.PlanPacing.Topic;
import io.concor.diagnosis.situation.Situation;
import io.concor.diagnosis.verdict.Cause;
import io.concor.diagnosis.verdict.Verdict;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** Needs for threads, and the candidates that follow from them. */
class AutopilotCandidatesTest {

    private static PlanRequest request(
            PlanPurpose purpose, Situation situation, Verdict verdict, Map<String, Integer> needs, Set<String> busy) {
        Topic topic = new Topic(purpose, verdict.cause(), verdict.component(), 1);
        return new PlanRequest(topic, situation, verdict, Goal.NONE, needs, busy, candidate -> false);
    }

    private static List<Candidate> increases(Situation situation, Cause cause, String component, double rate) {
        Map<String, Integer> needs = new ThreadNeeds(situation).at(rate);
        Verdict limited = VerdictSamples.limited(cause, component);
        return new CandidateLayouts(request(PlanPurpose.INCREASE, situation, limited, needs, Set.of())).all();
    }

    private static List<Candidate> decreases(Situation situation, Map<String, Integer> needs, String... busy) {
        return new CandidateLayouts(
                        request(PlanPurpose.DECREASE, situation, VerdictSamples.healthy(), needs, Set.of(busy)))
                .all();
    }

    private static SituationBuilder remote(int threads) {
        return SituationBuilder.of(200).filled("remote", TaskKind.SYNCHRONIZED_REMOTE, JoinSettings.fixed(threads), 1);
    }

    private static Predicate<Candidate> gives(String slot, int threads) {
        return candidate -> Optional.ofNullable(candidate.slots().get(slot))
                .flatMap(settings -> settings)
                .filter(settings -> settings.threads() == threads)
                .isPresent();
    }

    @Test
    void needIsRateMultipliedByServiceTimeAtSeventyPercent() {
        assertThat(new ThreadNeeds(remote(1).build()).at(600)).isEqualTo(Map.of("remote", 5));
    }

    /** Readings ten times a second may miss short tasks; counters of time do not. */
    @Test
    void needOfAGrowingPoolFollowsFromTheTimeOfAllThreadsThatItMayHave() {
        Situation situation = SituationBuilder.of(200)
                .filled("remote", TaskKind.SYNCHRONIZED_REMOTE, JoinSettings.cached(16), 0.25)
                .running(1)
                .build();

        assertThat(new ThreadNeeds(situation).at(200)).isEqualTo(Map.of("remote", 6));
    }

    @Test
    void needOfComputingThreadsEndsAtTheProcessors() {
        Situation situation = SituationBuilder.of(200)
                .computing("compute", JoinSettings.fixed(2), 1)
                .build();

        assertThat(new ThreadNeeds(situation).at(2_000)).isEqualTo(Map.of("compute", 4));
    }

    @Test
    void needEndsAtTheConnections() {
        assertThat(new ThreadNeeds(remote(2).connections(3, 2, 1).build()).at(2_000))
                .isEqualTo(Map.of("remote", 3));
    }

    @Test
    void taskThatRequiresOneThreadNeedsOne() {
        Situation situation = SituationBuilder.of(200)
                .filled("one", TaskKind.SINGLE_THREADED, JoinSettings.single(), 1)
                .build();

        assertThat(new ThreadNeeds(situation).at(2_000)).isEqualTo(Map.of("one", 1));
    }

    @Test
    void moreThreadsAreNoAnswerToBusyProcessors() {
        Situation callers = SituationBuilder.of(300)
                .empty("price", TaskKind.SIMPLE)
                .outside(60)
                .build();
        Situation pool = SituationBuilder.of(300)
                .computing("price", JoinSettings.fixed(8), 1)
                .build();

        assertThat(increases(callers, Cause.CPU, "price", 600)).isEmpty();
        assertThat(increases(pool, Cause.CPU, "price", 600)).isNotEmpty().allMatch(gives("price", 4));
    }

    @Test
    void increaseIsAtMostTwofold() {
        List<Candidate> candidates = increases(remote(2).build(), Cause.TOO_FEW_THREADS, "remote", 600);

        assertThat(candidates).anyMatch(gives("remote", 4)).allSatisfy(candidate -> assertThat(
                        candidate.slots().get("remote").orElseThrow().threads())
                .isBetween(3, 4));
    }

    @Test
    void eachSlotOfThePlanIsACandidateAlone() {
        Situation situation = SituationBuilder.of(200)
                .filled("a", TaskKind.SYNCHRONIZED_REMOTE, JoinSettings.fixed(2), 1)
                .filled("b", TaskKind.SYNCHRONIZED_REMOTE, JoinSettings.fixed(2), 1)
                .build();

        assertThat(increases(situation, Cause.TOO_FEW_THREADS, "b", 400))
                .anyMatch(gives("a", 4).and(gives("b", 4)))
                .anyMatch(gives("a", 4).and(candidate -> candidate.slots().size() == 1))
                .anyMatch(gives("b", 4).and(candidate -> candidate.slots().size() == 1));
    }

    @Test
    void sharedThreadsAreDividedBetweenABlockingComponentAndWhatFollows() {
        Situation situation = SituationBuilder.of(200)
                .filled("first", TaskKind.SIMPLE, JoinSettings.fixed(1), 1)
                .empty("remote", TaskKind.SYNCHRONIZED_REMOTE)
                .empty("one", TaskKind.SINGLE_THREADED)
                .build();

        assertThat(increases(situation, Cause.TOO_FEW_THREADS, "remote", 400))
                .anyMatch(gives("remote", 2).and(gives("one", 1)));
    }

    @Test
    void callbackThreadIsRelievedByAJoin() {
        Situation situation = SituationBuilder.of(200)
                .empty("call", TaskKind.TRANSITION)
                .empty("after", TaskKind.SIMPLE)
                .build();

        assertThat(increases(situation, Cause.CALLBACK_THREAD, "after", 400)).anyMatch(gives("after", 2));
    }

    @Test
    void allSlowTasksGetJoinsInOneChange() {
        Situation situation = SituationBuilder.of(90)
                .refused(1_000)
                .filled("first", TaskKind.SIMPLE, JoinSettings.fixed(1), 1)
                .empty("slow", TaskKind.SIMPLE)
                .service(new long[] {3_000_000}, new long[] {100})
                .empty("remote", TaskKind.SYNCHRONIZED_REMOTE)
                .service(new long[] {8_000_000}, new long[] {100})
                .empty("quick", TaskKind.SIMPLE)
                .empty("one", TaskKind.SINGLE_THREADED)
                .empty("call", TaskKind.TRANSITION)
                .empty("after", TaskKind.SIMPLE)
                .outside(1)
                .service(new long[] {4_000_000}, new long[] {100})
                .build();

        assertThat(increases(situation, Cause.SINGLE_THREAD, "remote", 1_000)
                        .get(0)
                        .slots()
                        .keySet())
                .containsExactly("slow", "remote", "one", "after");
        assertThat(increases(situation, Cause.SINGLE_THREAD, "remote", 1_000))
                .first()
                .matches(gives("slow", 2))
                .matches(gives("remote", 2))
                .matches(gives("one", 1))
                .matches(gives("after", 2));
    }

    @Test
    void slowTasksGetJoinsAlsoWithoutSamples() {
        Situation situation = SituationBuilder.of(100)
                .refused(900)
                .filled("first", TaskKind.SIMPLE, JoinSettings.fixed(1), 1)
                .empty("slow", TaskKind.SIMPLE)
                .running(0.5)
                .empty("remote", TaskKind.SYNCHRONIZED_REMOTE)
                .running(0.5)
                .build();

        assertThat(increases(situation, Cause.SINGLE_THREAD, "remote", 1_000))
                .first()
                .matches(gives("slow", 2))
                .matches(gives("remote", 2));
    }

    @Test
    void joinOfItsOwnHasNoMoreThreadsThanConnections() {
        SituationBuilder shared = SituationBuilder.of(90)
                .refused(1_000)
                .filled("first", TaskKind.SIMPLE, JoinSettings.fixed(4), 1)
                .empty("remote", TaskKind.SYNCHRONIZED_REMOTE)
                .service(new long[] {8_000_000}, new long[] {100});

        assertThat(increases(shared.build(), Cause.TOO_FEW_THREADS, "remote", 1_000))
                .first()
                .matches(gives("remote", 8));
        assertThat(increases(shared.connections(3, 0.5, 1).build(), Cause.TOO_FEW_THREADS, "remote", 1_000))
                .filteredOn(candidate -> candidate.slots().containsKey("remote"))
                .isNotEmpty()
                .allMatch(gives("remote", 3));
    }

    @Test
    void tooManyThreadsAreHalved() {
        Situation situation = SituationBuilder.of(200)
                .computing("compute", JoinSettings.fixed(64), 1)
                .build();

        assertThat(increases(situation, Cause.TOO_MANY_THREADS, "compute", 200)).anyMatch(gives("compute", 32));
    }

    @Test
    void thereAreAtMostTwenty() {
        SituationBuilder builder = SituationBuilder.of(200);
        for (int i = 0; i < 30; i++) {
            builder.filled("c" + i, TaskKind.SYNCHRONIZED_REMOTE, JoinSettings.fixed(2), 1);
        }

        assertThat(increases(builder.build(), Cause.TOO_FEW_THREADS, "c1", 400)).hasSize(CandidateLayouts.MOST);
    }

    @Test
    void decreaseIsAtMostAQuarterAndNotBelowTheNeed() {
        assertThat(decreases(remote(16).build(), Map.of("remote", 3)))
                .containsExactly(Candidate.of("remote", JoinSettings.fixed(12)));
        assertThat(decreases(remote(16).build(), Map.of("remote", 12)))
                .containsExactly(Candidate.of("remote", JoinSettings.fixed(12)));
    }

    @Test
    void decreaseIsNotWorthWhileForAFewThreads() {
        assertThat(decreases(remote(16).build(), Map.of("remote", 14))).isEmpty();
    }

    @Test
    void idleJoinIsRemovedIfThreadsInFrontCanRunItsTask() {
        Situation situation = SituationBuilder.of(200)
                .filled("first", TaskKind.SIMPLE, JoinSettings.fixed(1), 0.3)
                .filled("idle", TaskKind.SIMPLE, JoinSettings.fixed(1), 0.01)
                .build();

        assertThat(decreases(situation, Map.of("first", 1, "idle", 1), "first", "idle"))
                .as("it was busy in the last ten minutes")
                .isEmpty();
        assertThat(decreases(situation, Map.of("first", 1, "idle", 1), "first"))
                .containsExactly(new Candidate(Map.of("idle", Optional.empty())));
    }
}
