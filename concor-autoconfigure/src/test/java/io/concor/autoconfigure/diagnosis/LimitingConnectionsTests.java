package io.concor.autoconfigure.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.diagnosis.verdict.Cause;
import io.concor.diagnosis.verdict.Verdict;
import io.concor.diagnosis.verdict.Verdict.Evidence;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** What is known of connections after the verdict names another cause. */
class LimitingConnectionsTests {

    private static final Verdict CPU = VerdictSamples.limited(Cause.CPU, "parser");
    private static final Verdict CONNECTIONS = VerdictSamples.limited(
            Cause.CONNECTION_POOL, "writer", new Evidence("hikari.orders.active", 10, 10, "connections", 5));

    private Instant now = Instant.EPOCH;
    private final LimitingConnections limiting = new LimitingConnections(flow -> CPU, () -> now);

    @Test
    void isRememberedAfterTheAlarmAsLongAsTheTimesThatWereMeasuredMeanwhile() {
        limiting.onRaised(CONNECTIONS);
        now = now.plusSeconds(60);
        limiting.onCleared(CONNECTIONS);

        assertThat(limiting.limiting("payments")).isEmpty();
        assertThat(limiting.limiting("orders")).hasValue(10);
        now = now.plusSeconds(11);
        assertThat(limiting.limiting("orders")).isEmpty();
    }

    @Test
    void isRememberedAfterTheAlarmHasMovedToAnotherCause() {
        limiting.onRaised(CONNECTIONS);
        limiting.onMoved(CPU);

        assertThat(limiting.limiting("orders")).hasValue(10);
    }

    @Test
    void isUnknownAfterOtherCauses() {
        limiting.onRaised(CPU);
        limiting.onCleared(CPU);

        assertThat(limiting.limiting("orders")).isEmpty();
    }
}
