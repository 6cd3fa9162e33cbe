package io.concor.experiments.overhead;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.experiments.options.CommandOptions;
import io.concor.experiments.testbed.Ramp;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class OverheadOptionsTest {

    @Test
    void startsAttemptsNearTheResultOfTheSearch() {
        OverheadOptions options = CommandOptions.of(new OverheadOptions());

        Ramp ramp = options.ramp(() -> 3000, 0.7);

        assertThat(ramp)
                .isEqualTo(new Ramp(2100, 30, Duration.ofSeconds(2), Duration.ofSeconds(10), Duration.ofMillis(80)));
        assertThat(OverheadOptions.costRate(ramp, 0.7)).isEqualTo(333);
    }

    @Test
    void usesAGivenStartWithoutASearch() {
        OverheadOptions options = CommandOptions.of(new OverheadOptions(), "--start=800", "--step=10");

        Ramp ramp = options.ramp(
                () -> {
                    throw new AssertionError("unexpected search");
                },
                0.7);

        assertThat(ramp.start()).isEqualTo(800);
        assertThat(ramp.step()).isEqualTo(10);
    }
}
