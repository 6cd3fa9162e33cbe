package io.concor.time;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.EventTimeoutException;
import io.concor.Flow;
import io.concor.Flows;
import java.time.Duration;

/** Time as flows count it: without that in which the machine stood still. */
public final class FlowTime {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private FlowTime() {}

    /** Waits until an event that enters another flow now is over its time; with a longer one than those before have. */
    public static void awaitTimeout(Duration timeout) {
        try (Flow<Integer, Integer> other = Flows.<Integer>create("entered-later")
                .timeout(timeout)
                .<Integer>bind((event, never) -> {}, "never-answers")
                .build()) {
            assertThat(other.submit(1))
                    .failsWithin(PATIENCE)
                    .withThrowableThat()
                    .withCauseInstanceOf(EventTimeoutException.class);
        }
    }
}
