package io.concor.diagnosis.cause;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.JoinSettings;
import io.concor.TaskKind;
import io.concor.diagnosis.SituationBuilder;
import io.concor.diagnosis.verdict.Cause;
import org.junit.jupiter.api.Test;

/** Connections are missing behind a transition, in which most events still wait. */
class MovingConnectionsTest {

    private static SituationBuilder transition() {
        return SituationBuilder.of(100)
                .refused(50)
                .inFlight(100, 100)
                .empty("call", TaskKind.TRANSITION)
                .pending(60);
    }

    @Test
    void namesTheTaskWhoseThreadsWaitForConnections() {
        SituationBuilder moving = transition()
                .filled("store", TaskKind.SYNCHRONIZED_REMOTE, JoinSettings.fixed(8), 0.7, 0.05)
                .running(6)
                .connections(3, 3);

        assertThat(CauseRules.check(moving.build()))
                .filteredOn(finding -> finding.cause() == Cause.CONNECTION_POOL)
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.component()).isEqualTo(1);
                    assertThat(finding.confidence()).isLessThan(0.6);
                });
    }

    @Test
    void namesNoTaskIfNoneIsKnownToUseConnections() {
        SituationBuilder moving = transition()
                .filled("mail", TaskKind.SIMPLE, JoinSettings.fixed(8), 0.7, 0.05)
                .connections(3, 3);

        assertThat(CauseRules.check(moving.build()))
                .filteredOn(finding -> finding.cause() == Cause.CONNECTION_POOL)
                .allSatisfy(finding -> assertThat(finding.component()).isEqualTo(Finding.WHOLE_FLOW));
    }
}
