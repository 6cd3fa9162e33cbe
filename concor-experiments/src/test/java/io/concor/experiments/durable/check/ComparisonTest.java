package io.concor.experiments.durable.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ComparisonTest {

    private final Ledger ledger = new Ledger(2, 1);
    private final Comparison comparison = new Comparison(ledger);
    private long position;

    /** All events have key 0, which is that of instance 0. */
    private int sent() {
        return ledger.send(0);
    }

    private int accepted() {
        int number = sent();
        ledger.accept(List.of(number));
        return number;
    }

    private void effect(long event) {
        comparison.add(++position, event, 0, "p");
    }

    @Test
    void isCorrectIfEachAcceptedEventHasOneEffectInOrder() {
        effect(accepted());
        effect(accepted());

        assertThat(comparison.result()).isEqualTo(new CheckResult(2, 2, 0, 2, 0, 0, 0, 0, List.of()));
        assertThat(comparison.result().correct(true)).isTrue();
    }

    @Test
    void countsAcceptedEventsWithoutEffectAsLost() {
        int lost = accepted();
        effect(accepted());

        assertThat(comparison.result().lost()).isOne();
        assertThat(comparison.result().examples()).containsExactly("lost: " + lost);
        assertThat(comparison.result().correct(false)).isFalse();
    }

    @Test
    void leavesOpenWhatBecomesOfAnEventWhosePutFailed() {
        sent();
        effect(sent());

        assertThat(comparison.result().correct(true)).isTrue();
    }

    @Test
    void countsTheSecondEffectAsDouble() {
        int event = sent();
        effect(event);
        effect(event);

        assertThat(comparison.result().doubles()).isOne();
        assertThat(comparison.result().examples()).containsExactly("double: event 0 of key 0 at position 2 by p");
        assertThat(comparison.result().correct(false)).isFalse();
    }

    @Test
    void countsEffectsOfEventsThatWereNotSentAsUnexpected() {
        sent();
        effect(1); // of instance 1, which sends nothing
        effect(2);
        effect(-1);
        effect(1L << 40);

        assertThat(comparison.result().unexpected()).isEqualTo(4);
        assertThat(comparison.result().correct(false)).isFalse();
    }

    @Test
    void countsEffectsWithAnotherKeyAsUnexpected() {
        Ledger two = new Ledger(1, 2);
        int event = two.send(0);
        Comparison compared = new Comparison(two);

        compared.add(1, event, 1 - two.key(event), "p");

        assertThat(compared.result().unexpected()).isOne();
    }

    @Test
    void countsEffectsAfterALaterEventOfTheKeyAsInversions() {
        int first = accepted();
        int second = accepted();
        effect(second);
        effect(first);

        assertThat(comparison.result().inversions()).isOne();
        assertThat(comparison.result().correct(false)).isTrue();
        assertThat(comparison.result().correct(true)).isFalse();
    }

    @Test
    void doesNotJudgeTheOrderOfAnEventWhosePutFailed() {
        int unknown = sent();
        effect(accepted());
        effect(unknown);

        assertThat(comparison.result().inversions()).isZero();
    }

    @Test
    void expectsNoEffectOfWhatWasTakenBack() {
        int kept = accepted();
        int done = accepted();
        ledger.takeBack(List.of(kept, done));
        effect(done);

        assertThat(comparison.result().lost()).isZero();
        assertThat(comparison.result().unexpected()).isOne();
    }

    @Test
    void givesExamplesOfEachKind() {
        int first = accepted();
        for (int i = 0; i < 20; i++) {
            accepted();
        }
        for (int event = 40; event > 0; event -= 2) {
            effect(event);
        }
        effect(first);
        effect(first);

        assertThat(comparison.result().inversions()).isEqualTo(20);
        assertThat(comparison.result().examples())
                .filteredOn(line -> line.startsWith("out of order"))
                .hasSize(5);
        assertThat(comparison.result().examples()).contains("double: event 0 of key 0 at position 22 by p");
    }
}
