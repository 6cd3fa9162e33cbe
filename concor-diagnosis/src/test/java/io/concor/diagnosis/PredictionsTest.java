package io.concor.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

import io.concor.JoinSettings;
import io.concor.diagnosis.Predictions.Question;
import io.concor.diagnosis.signal.OwnThreads;
import io.concor.diagnosis.verdict.Verdict.Performance;
import io.concor.diagnosis.verdict.WhatIf;
import io.concor.layout.Layout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class PredictionsTest {

    private static final Performance ANY = new Performance(1, 1, 1, null);
    private static final Layout LAYOUT = new Layout(1, Map.of());

    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1);
    private final Predictions predictions = new Predictions(new OwnThreads(), Duration.ofMillis(20), nanos::get);
    private final List<Thread> computedBy = new ArrayList<>();

    @AfterEach
    void close() {
        predictions.close();
    }

    private static Question question(double rate) {
        return new Question("orders", LAYOUT, Map.of(), OptionalDouble.of(rate));
    }

    private WhatIf ask(Question question, String caller) {
        return predictions.answer(question, Optional.of(caller), this::compute);
    }

    private WhatIf compute() {
        computedBy.add(Thread.currentThread());
        return new WhatIf("orders", ANY, ANY, List.of());
    }

    private void later(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    @Test
    void answersTheSameQuestionOnceInTwoSeconds() {
        WhatIf first = ask(question(1), "viewer");
        later(Duration.ofMillis(1_999));
        assertThat(ask(question(1), "other")).isSameAs(first);
        later(Duration.ofMillis(1));
        assertThat(ask(question(1), "viewer")).isNotSameAs(first);

        assertThat(computedBy).hasSize(2);
    }

    @Test
    void computesEachOtherQuestion() {
        ask(question(1), "viewer");
        ask(question(2), "viewer");
        ask(new Question("payments", LAYOUT, Map.of(), OptionalDouble.of(1)), "viewer");
        ask(new Question("orders", new Layout(2, Map.of()), Map.of(), OptionalDouble.of(1)), "viewer");
        ask(new Question("orders", LAYOUT, Map.of("bank", Optional.empty()), OptionalDouble.of(1)), "viewer");
        ask(
                new Question(
                        "orders", LAYOUT, Map.of("bank", Optional.of(JoinSettings.fixed(2))), OptionalDouble.of(1)),
                "viewer");

        assertThat(computedBy).hasSize(6);
    }

    @Test
    void computesOnAThreadOfItsOwn() {
        ask(question(1), "viewer");

        assertThat(computedBy).extracting(Thread::getName).containsExactly("concor-diagnosis-prediction");
    }

    @Test
    void refusesACallerWhoAsksTooOftenAndNoOther() {
        use("viewer", PredictionBudget.OF_CALLER.most());

        assertThatExceptionOfType(PredictionBudgetException.class)
                .isThrownBy(() -> ask(question(-1), "viewer"))
                .withMessage(
                        "flow 'orders': no prediction, because this caller has used up the budget of 20 predictions"
                                + " and one more every 5s; try again in some seconds");
        assertThatNoException().as("of the cache").isThrownBy(() -> ask(question(20), "viewer"));
        assertThatNoException().isThrownBy(() -> ask(question(-1), "other"));

        later(PredictionBudget.OF_CALLER.interval());
        use("viewer", 1);
        assertThatExceptionOfType(PredictionBudgetException.class).isThrownBy(() -> ask(question(-2), "viewer"));
    }

    @Test
    void refusesCallersWhoAskTooOftenTogether() {
        for (int i = 0; i < PredictionBudget.OF_ALL.most(); i++) {
            ask(question(i), "caller-" + i);
        }

        assertThatExceptionOfType(PredictionBudgetException.class)
                .isThrownBy(() -> ask(question(-1), "another"))
                .withMessageContaining("all callers together have used up the budget of 30 predictions");
        predictions.answer(question(-1), Optional.empty(), this::compute);
        assertThat(computedBy).as("with that of the application").hasSize(31);
    }

    private void use(String caller, int times) {
        for (int i = 1; i <= times; i++) {
            ask(question(i), caller);
        }
    }

    @Test
    void failsAsThePredictionDoes() {
        PredictionUnavailableException planted = new PredictionUnavailableException("orders", "planted", "Wait");

        assertThatExceptionOfType(PredictionUnavailableException.class)
                .isThrownBy(() -> predictions.answer(question(1), Optional.of("viewer"), () -> {
                    throw planted;
                }))
                .isSameAs(planted);
    }
}
