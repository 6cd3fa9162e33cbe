package io.concor.diagnosis.cause;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.diagnosis.verdict.Cause;
import java.util.List;
import org.junit.jupiter.api.Test;

class SteadyCauseTest {

    private static final int PRICE = 1;

    private final SteadyCause cause = new SteadyCause();

    private static Finding finding(Cause cause, int component, double confidence) {
        return Finding.of(cause, component, confidence);
    }

    private static Finding cpu(double confidence) {
        return finding(Cause.CPU, PRICE, confidence);
    }

    private static Finding neighbour(double confidence) {
        return finding(Cause.NOISY_NEIGHBOUR, Finding.WHOLE_FLOW, confidence);
    }

    private Cause named(Finding... findings) {
        return cause.order(List.of(findings)).get(0).cause();
    }

    @Test
    void staysWhileTwoCausesAlternate() {
        assertThat(named(cpu(0.92), neighbour(0.9))).isEqualTo(Cause.CPU);
        for (int i = 0; i < 5; i++) {
            assertThat(named(neighbour(0.95), cpu(0.92))).isEqualTo(Cause.CPU);
            assertThat(named(cpu(0.92), neighbour(0.9))).isEqualTo(Cause.CPU);
        }
    }

    @Test
    void givesWayToOneThatIsLikelierForTwoSecondsInARow() {
        named(cpu(0.92), neighbour(0.9));

        assertThat(named(neighbour(0.95), cpu(0.92))).isEqualTo(Cause.CPU);
        assertThat(named(neighbour(0.95), cpu(0.92))).isEqualTo(Cause.NOISY_NEIGHBOUR);
        assertThat(named(cpu(0.92), neighbour(0.9)))
                .as("it is the one to keep now")
                .isEqualTo(Cause.NOISY_NEIGHBOUR);
    }

    @Test
    void isGoneWithItsFinding() {
        named(cpu(0.92));

        assertThat(named(neighbour(0.95))).isEqualTo(Cause.NOISY_NEIGHBOUR);
    }

    @Test
    void isNamedAsItIsFoundNow() {
        named(cpu(0.92), neighbour(0.9));

        assertThat(cause.order(List.of(neighbour(0.95), cpu(0.7)))).containsExactly(cpu(0.7), neighbour(0.95));
    }

    @Test
    void givesWayAtOnceToOneThatIsMuchLikelier() {
        named(cpu(0.92), neighbour(0.9));

        assertThat(named(neighbour(0.9), cpu(0.6))).isEqualTo(Cause.NOISY_NEIGHBOUR);
    }

    @Test
    void isOfOneComponent() {
        named(cpu(0.92));

        assertThat(cause.order(List.of(finding(Cause.CPU, Finding.WHOLE_FLOW, 0.92)))
                        .get(0)
                        .component())
                .isEqualTo(Finding.WHOLE_FLOW);
    }

    @Test
    void isForgotten() {
        named(cpu(0.92), neighbour(0.9));
        cause.forget();

        assertThat(named(neighbour(0.95), cpu(0.92))).isEqualTo(Cause.NOISY_NEIGHBOUR);
    }
}
