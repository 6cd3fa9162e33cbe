package io.concor.diagnosis.cause;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.JoinSettings;
import io.concor.TaskKind;
import io.concor.diagnosis.SituationBuilder;
import io.concor.diagnosis.verdict.Cause;
import org.junit.jupiter.api.Test;

/** A remote system does not answer, so no finished task tells how long it takes. */
class SilentRemoteTest {

    private static final long MILLI = 1_000_000;

    /** The likeliest cause where a task has usually taken 40 ms, as its last samples still say. */
    private static Finding cause(SituationBuilder builder) {
        return CauseRules.check(builder.service(new long[] {40 * MILLI}, new long[] {100})
                        .usually(40 * MILLI))
                .get(0);
    }

    private static SituationBuilder transition(double throughput) {
        return SituationBuilder.of(throughput)
                .refused(50)
                .inFlight(64, 64)
                .empty("ask", TaskKind.TRANSITION)
                .pending(64);
    }

    @Test
    void isSeenByTheEventsThatAwaitTheirContinuation() {
        assertThat(cause(transition(0)).cause()).isEqualTo(Cause.SLOW_CALLBACK);
        assertThat(cause(transition(0)).summary())
                .isEqualTo(
                        "'ask' takes at least 125.0 times as long as usual: events have waited there for 5000 ms or more on average, and few leave it.");
        assertThat(cause(transition(10)).cause()).as("an answer now and then").isEqualTo(Cause.SLOW_CALLBACK);
    }

    @Test
    void isNotSuspectedIfTheFlowIsJustFull() {
        assertThat(cause(transition(64 / 0.04)).cause()).isEqualTo(Cause.ADMISSION);
    }

    @Test
    void isSeenByTheThreadsThatDoNotReturn() {
        SituationBuilder threads = SituationBuilder.of(0)
                .refused(50)
                .inFlight(64, 64)
                .filled("ask", TaskKind.SYNCHRONIZED_REMOTE, JoinSettings.fixed(4), 1);

        assertThat(cause(threads).cause()).isEqualTo(Cause.SLOW_REMOTE);
    }
}
