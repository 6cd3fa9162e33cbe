package io.concor.diagnosis.autopilot;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.JoinSettings;
import io.concor.TaskKind;
import io.concor.diagnosis.SituationBuilder;
import io.concor.diagnosis.signal.HostWindow.PoolWindow;
import io.concor.diagnosis.signal.Level;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a change must not do to transactions: {@code book} and {@code store} run in one, and there are ten connections. */
class AutopilotTransactionGuardTest {

    private static boolean allows(SituationBuilder flow, Candidate change) {
        return new TransactionGuard(flow.build()).allows(change);
    }

    private static SituationBuilder flow(int bookers) {
        return SituationBuilder.of(100)
                .filled("check", TaskKind.SIMPLE, JoinSettings.fixed(2), 0.5)
                .filled("book", TaskKind.SYNCHRONIZED_REMOTE, JoinSettings.fixed(bookers), 1)
                .empty("store", TaskKind.SIMPLE)
                .empty("log", TaskKind.SIMPLE)
                .transaction(1, 2)
                .connections(10, 0);
    }

    @Test
    void putsNoQueueBetweenItsComponents() {
        assertThat(allows(flow(2), Candidate.of("store", JoinSettings.fixed(4))))
                .isFalse();
        assertThat(allows(flow(2), Candidate.of("log", JoinSettings.fixed(4)))).isTrue();
        assertThat(allows(flow(2), new Candidate(Map.of("book", Optional.empty()))))
                .isTrue();
    }

    @Test
    void growsNoMoreThreadsThanThereAreConnections() {
        assertThat(allows(flow(6), Candidate.of("book", JoinSettings.fixed(10))))
                .isTrue();
        assertThat(allows(flow(6), Candidate.of("book", JoinSettings.fixed(11))))
                .isFalse();
        assertThat(allows(flow(6), Candidate.of("check", JoinSettings.fixed(40))))
                .isTrue();
    }

    @Test
    void countsTheConnectionsOfThePoolThatTheFlowUses() {
        SituationBuilder flow = flow(6).pool(
                        new PoolWindow("reports", null, "reports", "reports.size", 50, Level.ZERO, Level.ZERO, true));

        assertThat(allows(flow, Candidate.of("book", JoinSettings.fixed(11)))).isFalse();
    }

    @Test
    void countsOnlyTheThreadsThatBeginTransactions() {
        SituationBuilder flow = SituationBuilder.of(100)
                .filled("book", TaskKind.SYNCHRONIZED_REMOTE, JoinSettings.fixed(1), 1)
                .filled("store", TaskKind.SYNCHRONIZED_REMOTE, JoinSettings.cached(32), 0.1)
                .transaction(0, 1)
                .connections(10, 0);

        assertThat(allows(flow, Candidate.of("book", JoinSettings.fixed(2)))).isTrue();
    }

    @Test
    void countsNoThreadsInFrontOfATransition() {
        SituationBuilder flow = SituationBuilder.of(100)
                .filled("check", TaskKind.SIMPLE, JoinSettings.fixed(8), 1)
                .empty("ask", TaskKind.TRANSITION)
                .empty("book", TaskKind.SYNCHRONIZED_REMOTE)
                .empty("store", TaskKind.SIMPLE)
                .transaction(2, 3)
                .connections(10, 0);

        assertThat(allows(flow, Candidate.of("check", JoinSettings.fixed(16)))).isTrue();
    }

    @Test
    void doesNotKeepAPersonsLayoutFromShrinking() {
        assertThat(allows(flow(30), Candidate.of("book", JoinSettings.fixed(24))))
                .isTrue();
    }
}
