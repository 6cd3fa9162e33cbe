package io.concor.simulator.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class AnswerDelayTest {

    @Test
    void beginsAfterItsTime() {
        AnswerDelay delay = new AnswerDelay(Duration.ofMillis(5), Duration.ofSeconds(2));

        assertThat(delay.nanosAt(Duration.ofSeconds(2).toNanos() - 1)).isZero();
        assertThat(delay.nanosAt(Duration.ofSeconds(2).toNanos())).isEqualTo(5_000_000);
    }
}
