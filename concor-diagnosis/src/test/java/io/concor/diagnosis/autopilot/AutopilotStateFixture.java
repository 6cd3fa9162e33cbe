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
import io.concor.diagnosis.verdict.Verdict.Performance;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/** The state machine of a flow, second by second. */
abstract class AutopilotStateFixture {

    static final Candidate MORE = Candidate.of("remote", JoinSettings.fixed(8));
    private static final Performance EXPECTED = new Performance(800, 0, 10_000, null);

    static final Optional<Search> NOTHING =
            Optional.of(new Search(Optional.of(new Search.Comparison(3, EXPECTED, EXPECTED)), Optional.empty()));

    static final Verdict LIMITED = VerdictSamples.limited(Cause.TOO_FEW_THREADS, "remote");

    final AutopilotStateMachine machine =
            new AutopilotStateMachine("flow", AutopilotSettings.DEFAULT.mode(AutopilotMode.AUTO));

    Instant now = Instant.parse("2026-11-24T12:00:00Z");
    boolean free = true;
    boolean provisional;
    boolean onTrial;
    Set<String> limitedOthers = Set.of("overloaded");

    static Situation overloaded() {
        return situation(400, 400, 1, 1);
    }

    static Situation situation(double throughput, double refused, double busy, long version) {
        return SituationBuilder.of(throughput)
                .refused(refused)
                .version(version)
                .latency(10_000, 100)
                .filled("remote", TaskKind.SYNCHRONIZED_REMOTE, JoinSettings.fixed(4), busy)
                .build();
    }

    final Action second(Verdict verdict, Situation situation) {
        now = now.plusSeconds(1);
        return machine.next(
                new RenewedVerdict(now, verdict, situation, free, provisional, () -> onTrial, () -> limitedOthers));
    }

    final Action seconds(int count, Verdict verdict, Situation situation) {
        Action last = Action.None.NONE;
        for (int i = 0; i < count && last == Action.None.NONE; i++) {
            last = second(verdict, situation);
        }
        return last;
    }

    final PlanRequest plan() {
        Action action = seconds(120, LIMITED, overloaded());
        assertThat(action).isInstanceOf(Action.Plan.class);
        return ((Action.Plan) action).request();
    }

    final Optional<Trial> choose(PlanRequest request) {
        return machine.chosen(
                request,
                new ChosenChange(MORE, EXPECTED, EXPECTED, 3, true),
                MeasuredPerformance.of(request.situation()),
                now);
    }

    final Trial trial() {
        return choose(plan()).orElseThrow();
    }

    final State state() {
        return machine.status().state();
    }

    final Result result() {
        return machine.status().decisions().get(0).outcome().result();
    }
}
