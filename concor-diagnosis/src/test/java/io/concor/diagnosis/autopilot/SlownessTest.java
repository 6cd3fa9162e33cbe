package io.concor.diagnosis.autopilot;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.diagnosis.VerdictSamples;
import io.concor.diagnosis.verdict.Cause;
import io.concor.diagnosis.verdict.Verdict;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class SlownessTest {

    private static final Verdict SLOW = VerdictSamples.limited(Cause.SLOW_REMOTE, "remote");
    private static final int FIVE_MINUTES = 300;

    private final Slowness slowness = new Slowness();
    private Instant now = Instant.parse("2026-11-24T12:00:00Z");

    private boolean lasting(int seconds, Verdict verdict) {
        for (int second = 0; second < seconds; second++) {
            now = now.plusSeconds(1);
            slowness.add(now, verdict);
        }
        return slowness.isLasting(now);
    }

    @Test
    void lastsFromFiveMinutesOnAsLongAsItIsNamed() {
        assertThat(lasting(FIVE_MINUTES, SLOW)).isFalse();
        assertThat(lasting(1, SLOW)).isTrue();
        assertThat(lasting(1, VerdictSamples.limited(Cause.LOCK, "remote"))).isFalse();
        assertThat(lasting(1, SLOW)).isTrue();
    }

    @Test
    void goesOnAfterAChangeOfTheLayout() {
        lasting(FIVE_MINUTES, SLOW);
        lasting(3, VerdictSamples.unknown());
        lasting(10, VerdictSamples.limited(Cause.TOO_FEW_THREADS, "remote"));

        assertThat(lasting(1, SLOW)).isTrue();
    }

    @Test
    void beginsAnewAfterATimeWithoutEvents() {
        lasting(FIVE_MINUTES, SLOW);
        lasting(FIVE_MINUTES, VerdictSamples.unknown());

        assertThat(lasting(FIVE_MINUTES, SLOW)).isFalse();
    }

    @Test
    void beginsAnewAfterAHealthySecond() {
        lasting(FIVE_MINUTES, SLOW);
        lasting(1, VerdictSamples.healthy());

        assertThat(lasting(FIVE_MINUTES, SLOW)).isFalse();
    }

    @Test
    void beginsAnewForAnotherRemoteSystem() {
        lasting(FIVE_MINUTES, SLOW);

        assertThat(lasting(FIVE_MINUTES, VerdictSamples.limited(Cause.SLOW_REMOTE, "other")))
                .isFalse();
    }
}
