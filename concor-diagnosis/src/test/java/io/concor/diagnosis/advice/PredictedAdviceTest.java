package io.concor.diagnosis.advice;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.JoinSettings;
import io.concor.PoolKind;
import io.concor.TaskKind;
import io.concor.diagnosis.SituationBuilder;
import io.concor.diagnosis.cause.Finding;
import io.concor.diagnosis.situation.Baseline;
import io.concor.diagnosis.situation.Situation;
import io.concor.diagnosis.verdict.Cause;
import io.concor.diagnosis.verdict.Verdict.Advice;
import io.concor.diagnosis.verdict.Verdict.Performance;
import io.concor.diagnosis.verdict.Verdict.SlotAdvice;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Queue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PredictedAdviceTest {

    private static final Finding TOO_FEW =
            Finding.of(Cause.TOO_FEW_THREADS, 0, 0.7).says("Too few.");
    private static final Finding RING = Finding.of(Cause.RING, 0, 0.7).says("Too small.");

    private final Queue<Runnable> simulations = new ArrayDeque<>();
    private final PredictedAdvice advice = new PredictedAdvice("flow", simulations::add, this::violation);
    private Situation situation = layout(1, JoinSettings.fixed(2));

    /** The largest number of threads that is allowed. */
    private int most = JoinSettings.MAX_THREADS;

    private Optional<String> violation(String slot, JoinSettings settings) {
        return settings.threads() <= most ? Optional.empty() : Optional.of("no more than %d".formatted(most));
    }

    private static Situation layout(long version, JoinSettings settings) {
        return situation(200, version, settings);
    }

    private static Situation situation(double refused, long version, JoinSettings settings) {
        return SituationBuilder.of(200)
                .version(version)
                .refused(refused)
                .filled("remote", TaskKind.SYNCHRONIZED_REMOTE, settings, 1)
                .service(new long[] {10_000_000}, new long[] {100})
                .build();
    }

    private SlotAdvice change(Finding finding) {
        SlotAdvice change = advice.of(finding, situation).get(0).change();
        assertThat(change).isNotNull();
        return change;
    }

    private @Nullable Performance predicted(Finding finding) {
        return change(finding).predicted();
    }

    @Test
    void isKnownAtOnceAndItsPredictionWhenAnotherThreadHasRunTheSimulation() {
        assertThat(change(TOO_FEW).settings()).isEqualTo(JoinSettings.fixed(6));
        assertThat(predicted(TOO_FEW)).isNull();

        simulations.remove().run();

        assertThat(predicted(TOO_FEW)).isNotNull();
        assertThat(predicted(TOO_FEW).throughputPerSecond()).isBetween(350.0, 450.0);
    }

    @Test
    void keepsItsPredictionWhileItIsRenewed() {
        predicted(TOO_FEW);
        simulations.remove().run();
        for (int second = 0; second < 11; second++) {
            assertThat(simulations).isEmpty();
            assertThat(predicted(TOO_FEW)).isNotNull();
        }

        assertThat(simulations).hasSize(1);
        assertThat(predicted(TOO_FEW)).isNotNull();
    }

    @Test
    void isRenewedAfterTwoSecondsIfTheLoadChanges() {
        predicted(TOO_FEW);
        simulations.remove().run();
        situation = situation(300, 1, JoinSettings.fixed(2));

        change(TOO_FEW);
        assertThat(simulations).isEmpty();
        change(TOO_FEW);
        simulations.remove().run();

        assertThat(change(TOO_FEW).settings().threads()).isEqualTo(8);
        assertThat(predicted(TOO_FEW).throughputPerSecond()).isBetween(450.0, 550.0);
        assertThat(simulations).isEmpty();
    }

    @Test
    void isWithoutTheChangeIfThatIsNotAllowed() {
        most = 5;
        change(TOO_FEW);
        simulations.remove().run();

        assertThat(advice.of(TOO_FEW, situation))
                .singleElement()
                .returns(null, Advice::change)
                .satisfies(refused -> assertThat(refused.text())
                        .startsWith("Give slot 'remote' 6 threads.")
                        .endsWith(" But that is not allowed: no more than 5."));
    }

    @Test
    void isNewForALimitThatComesAgain() {
        change(TOO_FEW);
        situation = situation(300, 1, JoinSettings.fixed(2));

        advice.forget();

        assertThat(change(TOO_FEW).settings().threads()).isEqualTo(8);
    }

    @Test
    void isRenewedSoonOnceItsTimesAreThoseOfThePresentLayout() {
        situation = mixed(situation, true);
        predicted(TOO_FEW);
        simulations.remove().run();
        situation = mixed(situation, false);

        change(TOO_FEW);
        change(TOO_FEW);

        assertThat(simulations).hasSize(1);
    }

    private static Situation mixed(Situation now, boolean mixedTimes) {
        return new Situation(
                now.recent(), now::times, now.baseline(), now.goalP99Micros(), now.named(), now.look(), mixedTimes);
    }

    @Test
    void isDroppedWhenTheLayoutChanges() {
        predicted(TOO_FEW);
        simulations.remove().run();

        situation = layout(2, JoinSettings.cached(4));

        assertThat(change(TOO_FEW).settings().pool()).isEqualTo(PoolKind.CACHED);
        assertThat(change(TOO_FEW).settings().threads()).isGreaterThan(4);
        assertThat(predicted(TOO_FEW)).isNull();
        simulations.remove().run();
        assertThat(predicted(TOO_FEW)).isNotNull();
    }

    @Test
    void discardsThePredictionOfASimulationThatBeganBeforeTheLayoutChanged() {
        predicted(TOO_FEW);
        Runnable begun = simulations.remove();
        situation = new Situation(
                layout(1, JoinSettings.fixed(2)).recent(),
                () -> {
                    situation = layout(2, JoinSettings.fixed(4));
                    predicted(TOO_FEW); // while the simulation of the former layout runs
                    return layout(1, JoinSettings.fixed(2)).times();
                },
                new Baseline(1),
                OptionalDouble.empty(),
                null,
                null,
                false);
        for (int second = 0; second < 11; second++) {
            predicted(TOO_FEW);
        }

        begun.run();

        assertThat(situation.flow().layout().version()).isEqualTo(2);
        assertThat(predicted(TOO_FEW)).isNull();
        assertThat(change(TOO_FEW).settings().threads()).isGreaterThan(4);
    }

    @Test
    void queuesOneSimulationForTheLatestCauseHoweverOftenTheCauseChanges() {
        for (int second = 0; second < 10; second++) {
            change(TOO_FEW);
            change(RING);
        }

        assertThat(simulations).hasSize(1);
        simulations.remove().run();
        assertThat(predicted(RING)).isNotNull();
        assertThat(predicted(TOO_FEW)).isNull();
    }
}
