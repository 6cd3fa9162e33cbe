package io.concor.diagnosis.autopilot;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.JoinSettings;
import io.concor.TaskKind;
import io.concor.diagnosis.Goal;
import io.concor.diagnosis.SituationBuilder;
import io.concor.diagnosis.VerdictSamples;
import io.concor.diagnosis.autopilot.PlanPacing.Topic;
import io.concor.diagnosis.rule.Situation;
import io.concor.diagnosis.rule.ThreadNeeds;
import io.concor.diagnosis.verdict.Cause;
import io.concor.diagnosis.verdict.Verdict.Performance;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntToDoubleFunction;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** Which candidate is chosen. */
class AutopilotPlannerTest {

    private static final Goal P99_OF_20_MS = new Goal(OptionalDouble.of(20_000), OptionalDouble.empty());

    private final AtomicLong nanos = new AtomicLong();
    private Predicate<Candidate> allowed = candidate -> true;
    private Goal goal = Goal.NONE;
    private double offered = 600;

    private PlanRequest request(Aim aim) {
        Situation situation = SituationBuilder.of(400)
                .refused(offered - 400)
                .filled("remote", TaskKind.SYNCHRONIZED_REMOTE, JoinSettings.fixed(4), 1)
                .build();
        return new PlanRequest(
                new Topic(aim, Cause.TOO_FEW_THREADS, "remote", 1),
                situation,
                VerdictSamples.limited(Cause.TOO_FEW_THREADS, "remote"),
                goal,
                aim == Aim.INCREASE ? new ThreadNeeds(situation).at(offered) : Map.of("remote", 1),
                candidate -> false);
    }

    /** Throughput and p99 follow from the number of threads. */
    private Optional<Integer> chosen(Aim aim, IntToDoubleFunction throughput, IntToDoubleFunction p99Micros) {
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
        PlanRequest request = request(aim);
        return planner.choose(request).map(choice -> choice.candidate().threads(request.present()));
    }

    @Test
    void takesTheFewestThreadsThatHandleTenPercentMore() {
        assertThat(chosen(Aim.INCREASE, threads -> 110.0 * threads, threads -> 1))
                .contains(6);
        assertThat(chosen(Aim.INCREASE, threads -> 100.0 * threads, threads -> 1))
                .contains(8);
    }

    @Test
    void takesTheBestIfNoneHandlesTheRate() {
        offered = 3_000;

        assertThat(chosen(Aim.INCREASE, threads -> 100.0 * threads, threads -> 1))
                .contains(8);
    }

    @Test
    void takesFewerThreadsIfMoreBringNearlyTheSame() {
        offered = 3_000;

        assertThat(chosen(Aim.INCREASE, threads -> threads >= 6 ? 600 + threads : 400, threads -> 1))
                .contains(6);
    }

    @Test
    void keepsTenPercentDistanceToTheWantedLatency() {
        goal = P99_OF_20_MS;

        assertThat(chosen(Aim.INCREASE, threads -> 1_000, threads -> threads >= 8 ? 17_000 : 19_000 + 10_000 / threads))
                .contains(8);
    }

    @Test
    void triesNothingThatIsNotExpectedToHelp() {
        assertThat(chosen(Aim.INCREASE, threads -> 400 + threads, threads -> 10_000))
                .isEmpty();
    }

    @Test
    void triesNothingThatTheManagerWouldRefuse() {
        allowed = candidate -> candidate.slots().get("remote").orElseThrow().threads() <= 6;
        assertThat(chosen(Aim.INCREASE, threads -> 100.0 * threads, threads -> 1))
                .contains(6);

        allowed = candidate -> false;
        assertThat(chosen(Aim.INCREASE, threads -> 100.0 * threads, threads -> 1))
                .isEmpty();
    }

    @Test
    void simulatesNoFurtherWhenItsTimeIsOver() {
        allowed = candidate -> nanos.addAndGet(TimeUnit.SECONDS.toNanos(2)) > 0;

        assertThat(chosen(Aim.INCREASE, threads -> threads > 4 ? 800 : 400, threads -> 1))
                .as("the first candidate, although the next one is smaller")
                .contains(8);
    }

    @Test
    void decreasesOnlyWhatKeepsRateAndLatency() {
        assertThat(chosen(Aim.DECREASE, threads -> 1_000, threads -> 10_000)).contains(3);
        assertThat(chosen(Aim.DECREASE, threads -> 160.0 * threads, threads -> 10_000))
                .isEmpty();
        assertThat(chosen(Aim.DECREASE, threads -> 1_000, threads -> 40_000.0 / threads))
                .isEmpty();
    }

    @Test
    void explainsTheRateAndTheUtilisationThatItsThreadsAreFor() {
        assertThat(Explanation.ofNothing(request(Aim.INCREASE), Instant.EPOCH).evidence())
                .contains("Threads needed for 600 events per second, at a utilisation of 70 %: 'remote' 9.");
        assertThat(Explanation.ofNothing(request(Aim.DECREASE), Instant.EPOCH).evidence())
                .contains("Most threads needed lately, at a utilisation of 70 %: 'remote' 1.");
    }
}
