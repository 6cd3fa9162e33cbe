package io.concor.diagnosis.autopilot;

import static io.concor.diagnosis.SituationBuilder.level;
import static org.assertj.core.api.Assertions.assertThat;

import io.concor.JoinSettings;
import io.concor.QueueKind;
import io.concor.TaskKind;
import io.concor.diagnosis.Goal;
import io.concor.diagnosis.SituationBuilder;
import io.concor.diagnosis.VerdictSamples;
import io.concor.diagnosis.advice.ResizedJoin;
import io.concor.diagnosis.advice.ThreadNeeds;
import io.concor.diagnosis.autopilot.PlanPacing.Topic;
import io.concor.diagnosis.signal.FlowWindow.StoredWindow;
import io.concor.diagnosis.situation.Situation;
import io.concor.diagnosis.verdict.Cause;
import io.concor.diagnosis.verdict.Verdict;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What the autopilot leaves alone where events wait in a store. */
class AutopilotStoredSlotsTest {

    private static final StoredWindow STORE = new StoredWindow(level(0), 0, 100, 0, 0.1, 0.001, 0.5, 0.1, null);

    private static List<Candidate> candidates(PlanPurpose purpose, Situation situation, Verdict verdict) {
        Map<String, Integer> needs = new ThreadNeeds(situation).at(400);
        Topic topic = new Topic(purpose, verdict.cause(), verdict.component(), 1);
        return new CandidateLayouts(
                        new PlanRequest(topic, situation, verdict, Goal.NONE, needs, Set.of(), candidate -> false))
                .all();
    }

    private static JoinSettings durable(JoinSettings settings) {
        return settings.queue(QueueKind.DURABLE);
    }

    @Test
    void keepsTheQueueWhenItAddsThreads() {
        Situation situation = SituationBuilder.of(200)
                .filled("book", TaskKind.SYNCHRONIZED_REMOTE, durable(JoinSettings.single()), 1)
                .stored(STORE)
                .build();

        assertThat(candidates(PlanPurpose.INCREASE, situation, VerdictSamples.limited(Cause.TOO_FEW_THREADS, "book")))
                .isNotEmpty()
                .allSatisfy(candidate -> assertThat(
                                candidate.slots().get("book").orElseThrow().queue())
                        .isEqualTo(QueueKind.DURABLE));
    }

    @Test
    void resizedJoinKeepsTheQueueAlsoWithAnotherPool() {
        assertThat(ResizedJoin.of(durable(JoinSettings.single()), 4, TaskKind.SIMPLE)
                        .queue())
                .isEqualTo(QueueKind.DURABLE);
        assertThat(ResizedJoin.of(durable(JoinSettings.fixed(2)), 4, TaskKind.KEYED)
                        .queue())
                .isEqualTo(QueueKind.DURABLE);
    }

    @Test
    void doesNotRemoveAStoredSlot() {
        Situation idle = SituationBuilder.of(200)
                .filled("check", TaskKind.SIMPLE, JoinSettings.fixed(1), 0.1)
                .filled("book", TaskKind.SIMPLE, durable(JoinSettings.fixed(1)), 0.1)
                .stored(STORE)
                .filled("mail", TaskKind.SIMPLE, JoinSettings.fixed(1), 0.1)
                .build();

        assertThat(candidates(PlanPurpose.DECREASE, idle, VerdictSamples.healthy()))
                .extracting(candidate -> candidate.slots().keySet())
                .contains(Set.of("mail"))
                .doesNotContain(Set.of("book"));
    }

    @Test
    void addsNoJoinToTheStageOfAStoredSlot() {
        Situation situation = SituationBuilder.of(200)
                .refused(1_000)
                .filled("book", TaskKind.SIMPLE, durable(JoinSettings.fixed(2)), 1)
                .stored(STORE)
                .empty("mail", TaskKind.SYNCHRONIZED_REMOTE)
                .service(new long[] {8_000_000}, new long[] {100})
                .build();

        assertThat(candidates(PlanPurpose.INCREASE, situation, VerdictSamples.limited(Cause.TOO_FEW_THREADS, "mail")))
                .isNotEmpty()
                .allSatisfy(candidate -> assertThat(candidate.slots()).doesNotContainKey("mail"));
    }

    @Test
    void addsNoJoinBeforeAStoredSlotInWhichCallersPutEvents() {
        Situation situation = SituationBuilder.of(200)
                .refused(1_000)
                .empty("check", TaskKind.SYNCHRONIZED_REMOTE)
                .service(new long[] {8_000_000}, new long[] {100})
                .outside(8)
                .filled("book", TaskKind.SIMPLE, durable(JoinSettings.fixed(2)), 0.2)
                .stored(STORE)
                .build();

        assertThat(candidates(PlanPurpose.INCREASE, situation, VerdictSamples.limited(Cause.TOO_FEW_THREADS, "check")))
                .allSatisfy(candidate -> assertThat(candidate.slots()).doesNotContainKey("check"));
    }
}
