package io.concor.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.JoinSettings;
import io.concor.TaskKind;
import io.concor.diagnosis.situation.Situation;
import io.concor.diagnosis.verdict.Cause;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class RecentLimitsTest {

    private static final Situation SHORT = SituationBuilder.of(100)
            .refused(20)
            .filled("writer", TaskKind.SYNCHRONIZED_REMOTE, JoinSettings.fixed(16), 1)
            .connections(10, 6)
            .build();
    private static final Situation COMPUTING = SituationBuilder.of(700)
            .empty("pricer", TaskKind.SIMPLE)
            .outside(59.7)
            .host(2, 1.9, 2, 30)
            .build();

    private final RecentLimits limits = new RecentLimits();
    private Instant now = Instant.EPOCH;

    private void add(Situation seen, Cause cause) {
        limits.add(seen, VerdictSamples.limited(cause, "writer"), now);
    }

    @Test
    void connectionsAreRememberedAsLongAsTheTimesThatWereMeasuredMeanwhile() {
        add(SHORT, Cause.CONNECTION_POOL);

        now = now.plusSeconds(10);
        add(SHORT, Cause.CPU);
        assertThat(limits.connections(now)).hasValue(10);
        assertThat(limits.connections(now.plusSeconds(1))).isEmpty();
    }

    @Test
    void howManyConnectionsDoNotLeakIsUnknown() {
        add(SHORT, Cause.CONNECTION_LEAK);

        assertThat(limits.connections(now)).hasValue(0);
    }

    @Test
    void onlyTwoCausesMeanThatEventsWaitForConnections() {
        assertThat(Cause.values())
                .filteredOn(cause -> {
                    RecentLimits ofCause = new RecentLimits();
                    ofCause.add(SHORT, VerdictSamples.limited(cause, "writer"), now);
                    return ofCause.connections(now).isPresent();
                })
                .containsExactlyInAnyOrder(Cause.CONNECTION_POOL, Cause.CONNECTION_LEAK);
    }

    @Test
    void callersThatQueueForProcessorsAreRememberedWhateverTheCauseIs() {
        add(COMPUTING, Cause.CPU);
        assertThat(limits.callers(now)).hasValue(59.7);

        now = now.plusSeconds(5);
        add(SHORT, Cause.ADMISSION);
        assertThat(limits.callers(now)).hasValue(59.7);
        assertThat(limits.callers(now.plusSeconds(6))).isEmpty();
    }
}
