package io.concor.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.diagnosis.verdict.Cause;
import io.concor.diagnosis.verdict.Verdict;
import io.concor.diagnosis.verdict.Verdict.State;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AlarmTest {

    private final List<String> heard = new ArrayList<>();
    private Instant now = Instant.EPOCH;
    private final Alarm alarm = new Alarm(
            new AlarmListener() {

                @Override
                public void onRaised(Verdict verdict) {
                    heard.add("raised " + verdict.cause());
                }

                @Override
                public void onCleared(Verdict raised) {
                    heard.add("cleared " + raised.cause());
                }
            },
            () -> now);

    private void raise(Cause cause, int times) {
        for (int i = 0; i < times; i++) {
            alarm.raise(new Verdict(
                    "flow",
                    State.LIMITED,
                    now,
                    cause,
                    null,
                    null,
                    0.9,
                    "",
                    List.of(),
                    List.of(),
                    List.of(),
                    List.of(),
                    null));
            now = now.plusSeconds(1);
        }
    }

    @Test
    void waitsForThreeVerdictsInARowWithTheSameCause() {
        raise(Cause.CPU, 2);
        raise(Cause.LOCK, 2);
        assertThat(heard).isEmpty();

        raise(Cause.LOCK, 1);

        assertThat(heard).containsExactly("raised lock");
    }

    @Test
    void clearsWhenTheFlowIsHealthy() {
        raise(Cause.LOCK, 5);
        alarm.clear();

        assertThat(heard).containsExactly("raised lock", "cleared lock");
    }

    @Test
    void isNotRaisedAgainWithinTwoMinutes() {
        raise(Cause.LOCK, 3);
        raise(Cause.CPU, 10);
        assertThat(heard).containsExactly("raised lock");

        now = now.plus(Duration.ofMinutes(2));
        raise(Cause.CPU, 1);

        assertThat(heard).containsExactly("raised lock", "raised cpu");
    }
}
