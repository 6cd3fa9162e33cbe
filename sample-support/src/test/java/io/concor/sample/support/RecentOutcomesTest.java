package io.concor.sample.support;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.sample.support.RecentOutcomes.Counts;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class RecentOutcomesTest {

    private long nanos = Long.MAX_VALUE; // the clock of the JVM may overflow, too
    private final RecentOutcomes outcomes = new RecentOutcomes(() -> nanos);

    @Test
    void countsNothingAtFirst() {
        assertThat(outcomes.counts()).isEqualTo(new Counts(0, 0));
    }

    @Test
    void countsRequestsAndThoseThatFailed() {
        outcomes.add(true);
        outcomes.add(false);
        outcomes.add(true);

        assertThat(outcomes.counts()).isEqualTo(new Counts(3, 1));
    }

    @Test
    void forgetsAfterAMinute() {
        outcomes.add(false);
        pass(Duration.ofSeconds(30));
        outcomes.add(true);

        pass(Duration.ofSeconds(29));
        assertThat(outcomes.counts()).isEqualTo(new Counts(2, 1));
        pass(Duration.ofSeconds(1));
        assertThat(outcomes.counts()).isEqualTo(new Counts(1, 0));
        pass(Duration.ofMinutes(1));
        assertThat(outcomes.counts()).isEqualTo(new Counts(0, 0));
    }

    private void pass(Duration time) {
        nanos += time.toNanos();
    }
}
