package io.concor.diagnosis.autopilot;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.JoinSettings;
import io.concor.TaskKind;
import io.concor.diagnosis.Goal;
import io.concor.diagnosis.SituationBuilder;
import io.concor.diagnosis.VerdictSamples;
import io.concor.diagnosis.advice.ThreadNeeds;
import io.concor.diagnosis.autopilot.PlanPacing.Topic;
import io.concor.diagnosis.signal.Observation;
import io.concor.diagnosis.situation.Situation;
import io.concor.diagnosis.verdict.Cause;
import io.concor.diagnosis.verdict.Verdict.Performance;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntToDoubleFunction;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Which candidate is chosen. */
class AutopilotPlannerTest {

    private static final Goal P99_OF_20_MS = new Goal(OptionalDouble.of(20_000), OptionalDouble.empty());

    private final AtomicLong nanos = new AtomicLong();
    private Predicate<Candidate> allowed = candidate -> true;
    private Goal goal = Goal.NONE;
    private double offered = 600;
    /** What arrived in the first two of five seconds, if it was something else. */
    private OptionalDouble offeredBefore = OptionalDouble.empty();

    private Search search;

    private PlanRequest request(PlanPurpose purpose) {
        Situation situation = situation();
        return new PlanRequest(
                new Topic(purpose, Cause.TOO_FEW_THREADS, "remote", 1),
                situation,
                VerdictSamples.limited(Cause.TOO_FEW_THREADS, "remote"),
                goal,
                purpose == PlanPurpose.INCREASE ? new ThreadNeeds(situation).at(offered) : Map.of("remote", 1),
                Set.of(),
                candidate -> false);
    }

    private Situation situation() {
        List<Observation> before = seconds(offeredBefore.orElse(offered)).subList(0, 2);
        List<Observation> lately = seconds(offered).subList(0, 3);
        return overloaded(offered)
                .build()
                .withWindows(Stream.concat(before.stream(), lately.stream()).toList());
    }

    private static List<Observation> seconds(double arriving) {
        return overloaded(arriving).observations();
    }

    private static SituationBuilder overloaded(double arriving) {
        return SituationBuilder.of(400)
                .refused(arriving - 400)
                .filled("remote", TaskKind.SYNCHRONIZED_REMOTE, JoinSettings.fixed(4), 1);
    }

    /** Throughput and p99 follow from the number of threads. */
    private Optional<Integer> chosen(
            PlanPurpose purpose, IntToDoubleFunction throughput, IntToDoubleFunction p99Micros) {
        Planner planner = new Planner(
                candidate -> allowed.test(candidate),
                request -> (candidate, rate) -> {
                    int threads = candidate.threads(request.present());
                    double most = rate.orElse(Double.MAX_VALUE);
                    return new Performance(
                            Math.min(most, throughput.applyAsDouble(threads)),
                            0,
                            p99Micros.applyAsDouble(threads),
                            null);
                },
                nanos::get);
        PlanRequest request = request(purpose);
        search = planner.search(request);
        return search.choice().map(choice -> choice.candidate().threads(request.present()));
    }

    @Test
    void takesTheFewestThreadsThatHandleTenPercentMore() {
        assertThat(chosen(PlanPurpose.INCREASE, threads -> 110.0 * threads, threads -> 1))
                .contains(6);
        assertThat(chosen(PlanPurpose.INCREASE, threads -> 100.0 * threads, threads -> 1))
                .contains(8);
    }

    @Test
    void takesTheBestIfNoneHandlesTheRate() {
        offered = 3_000;

        assertThat(chosen(PlanPurpose.INCREASE, threads -> 100.0 * threads, threads -> 1))
                .contains(8);
    }

    @Test
    void takesFewerThreadsIfMoreBringNearlyTheSame() {
        offered = 3_000;

        assertThat(chosen(PlanPurpose.INCREASE, threads -> threads >= 6 ? 600 + threads : 400, threads -> 1))
                .contains(6);
    }

    @Test
    void keepsTenPercentDistanceToTheWantedLatency() {
        goal = P99_OF_20_MS;

        assertThat(chosen(
                        PlanPurpose.INCREASE,
                        threads -> 1_000,
                        threads -> threads >= 8 ? 17_000 : 19_000 + 10_000 / threads))
                .contains(8);
    }

    @Test
    void leavesTenPercentOfTheRateForWhatHasPiledUpAlsoIfALatencyIsWanted() {
        goal = P99_OF_20_MS;

        assertThat(chosen(PlanPurpose.INCREASE, threads -> 105.0 * threads, threads -> 1))
                .as("6 threads handle 630 events per second, and 600 arrive")
                .contains(8);
    }

    @Test
    void isForTheRateToWhichTheLoadHasRisen() {
        offeredBefore = OptionalDouble.of(400);

        assertThat(chosen(PlanPurpose.INCREASE, threads -> 100.0 * threads, threads -> 1))
                .as("6 threads handle 600 events per second: enough for 520 on average, but not for 600")
                .contains(8);
    }

    @Test
    void triesNothingThatIsNotExpectedToHelp() {
        assertThat(chosen(PlanPurpose.INCREASE, threads -> 400 + threads, threads -> 10_000))
                .isEmpty();
    }

    @Test
    void triesNothingThatTheManagerWouldRefuse() {
        allowed = candidate -> candidate.slots().get("remote").orElseThrow().threads() <= 6;
        assertThat(chosen(PlanPurpose.INCREASE, threads -> 100.0 * threads, threads -> 1))
                .contains(6);

        allowed = candidate -> false;
        assertThat(chosen(PlanPurpose.INCREASE, threads -> 100.0 * threads, threads -> 1))
                .isEmpty();
    }

    @Test
    void simulatesNoFurtherWhenItsTimeIsOver() {
        assertThat(chosen(PlanPurpose.INCREASE, threads -> inFourSeconds(threads > 4 ? 800 : 400), threads -> 1))
                .as("the first candidate, although the next one is smaller")
                .contains(8);
    }

    private double inFourSeconds(double throughput) {
        nanos.addAndGet(TimeUnit.SECONDS.toNanos(4));
        return throughput;
    }

    @Test
    void decreasesOnlyWhatKeepsRateAndLatency() {
        assertThat(chosen(PlanPurpose.DECREASE, threads -> 1_000, threads -> 10_000))
                .contains(3);
        assertThat(chosen(PlanPurpose.DECREASE, threads -> 160.0 * threads, threads -> 10_000))
                .isEmpty();
        assertThat(chosen(PlanPurpose.DECREASE, threads -> 1_000, threads -> 40_000.0 / threads))
                .isEmpty();
    }

    @Test
    void explainsTheRateAndTheUtilisationThatItsThreadsAreFor() {
        chosen(PlanPurpose.INCREASE, threads -> 400 + threads, threads -> 10_000);

        assertThat(whyNothing(PlanPurpose.INCREASE))
                .contains("Threads needed for 600 events per second, at a utilisation of 70 %: 'remote' 9.");
        assertThat(whyNothing(PlanPurpose.DECREASE))
                .contains("Most threads needed lately, at a utilisation of 70 %: 'remote' 1.");
    }

    @Test
    void explainsWhyItTriesNothing() {
        chosen(PlanPurpose.INCREASE, threads -> 400 + threads, threads -> 10_000);
        assertThat(whyNothing(PlanPurpose.INCREASE))
                .contains(
                        "Of 2 layouts, simulated at 660 events per second to have a reserve, the best is predicted to handle 408 events per second with a p99 of 10.0 ms, the present one 404 events per second with a p99 of 10.0 ms.");

        allowed = candidate -> false;
        chosen(PlanPurpose.INCREASE, threads -> 400 + threads, threads -> 10_000);
        assertThat(whyNothing(PlanPurpose.INCREASE))
                .contains(
                        "No other layout could be tried: each would break a rule or a limit of the flow, or did not help before.");
    }

    private List<String> whyNothing(PlanPurpose purpose) {
        return Explanation.ofNothing(request(purpose), search, Instant.EPOCH).evidence();
    }
}
