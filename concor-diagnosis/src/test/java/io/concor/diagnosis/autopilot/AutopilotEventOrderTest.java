package io.concor.diagnosis.autopilot;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.JoinSettings;
import io.concor.TaskKind;
import io.concor.diagnosis.SituationBuilder;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Whether a change lets events overtake each other. */
class AutopilotEventOrderTest {

    private static final Candidate MORE = Candidate.of("second", JoinSettings.fixed(4));

    private static SituationBuilder flow(JoinSettings first, TaskKind kind, JoinSettings second) {
        return SituationBuilder.of(100).filled("first", kind, first, 0.5).filled("second", TaskKind.SIMPLE, second, 1);
    }

    private static Optional<String> lostFrom(SituationBuilder flow, Candidate change) {
        return change.orderLostFrom(flow.build());
    }

    @Test
    void isLostFromTheStageThatGetsSeveralThreads() {
        SituationBuilder flow = flow(JoinSettings.single(), TaskKind.SIMPLE, JoinSettings.fixed(1));

        assertThat(lostFrom(flow, MORE)).contains("second");
        assertThat(lostFrom(flow, Candidate.of("first", JoinSettings.fixed(2)))).contains("first");
    }

    @Test
    void isNotLostWhereStagesBeforeHaveSeveralThreads() {
        assertThat(lostFrom(flow(JoinSettings.fixed(2), TaskKind.SIMPLE, JoinSettings.fixed(1)), MORE))
                .isEmpty();
        assertThat(lostFrom(flow(JoinSettings.single(), TaskKind.SIMPLE, JoinSettings.fixed(2)), MORE))
                .isEmpty();
    }

    @Test
    void isNotLostAfterATransition() {
        assertThat(lostFrom(flow(JoinSettings.single(), TaskKind.TRANSITION, JoinSettings.single()), MORE))
                .isEmpty();
    }

    @Test
    void isLostIfAnotherJoinWithSeveralThreadsRunsAComponentFromNowOn() {
        SituationBuilder shared = SituationBuilder.of(100)
                .filled("first", TaskKind.SIMPLE, JoinSettings.single(), 1)
                .empty("second", TaskKind.SIMPLE);

        assertThat(lostFrom(shared, MORE)).contains("second");
        assertThat(lostFrom(shared, Candidate.of("second", JoinSettings.single())))
                .isEmpty();
    }

    @Test
    void isKeptIfAJoinIsRemovedAndTheOneBeforeHasOneThread() {
        SituationBuilder flow = flow(JoinSettings.single(), TaskKind.SIMPLE, JoinSettings.single());

        assertThat(lostFrom(flow, new Candidate(Map.of("second", Optional.empty()))))
                .isEmpty();
    }

    @Test
    void doesNotMatterAmongCallers() {
        SituationBuilder callers =
                SituationBuilder.of(100).empty("first", TaskKind.SIMPLE).empty("second", TaskKind.SIMPLE);

        assertThat(lostFrom(callers, MORE)).isEmpty();
    }
}
