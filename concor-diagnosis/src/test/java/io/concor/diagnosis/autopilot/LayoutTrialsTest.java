package io.concor.diagnosis.autopilot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.concor.Flow;
import io.concor.Flows;
import io.concor.JoinSettings;
import io.concor.TaskKind;
import io.concor.diagnosis.Goal;
import io.concor.diagnosis.SituationBuilder;
import io.concor.diagnosis.VerdictSamples;
import io.concor.diagnosis.autopilot.PlanPacing.Topic;
import io.concor.diagnosis.situation.Situation;
import io.concor.diagnosis.verdict.Cause;
import io.concor.diagnosis.verdict.Verdict.Performance;
import io.concor.layout.ChangeNotPossibleException;
import io.concor.manage.Manager;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the autopilot asks of the manager. */
@Timeout(60)
class LayoutTrialsTest {

    private static final JoinSettings PRESENT = JoinSettings.single();

    private final CountDownLatch reached = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);
    private final Flow<Integer, Integer> flow = Flows.<Integer>create("flow")
            .join(PRESENT)
            .map(this::hold, "remote")
            .build();
    private final Manager manager = new Manager();
    private final LayoutTrials trials = new LayoutTrials(manager);

    private Integer hold(Integer message) {
        reached.countDown();
        try {
            released.await();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
        return message;
    }

    @AfterEach
    void close() {
        released.countDown();
        flow.close();
    }

    /** A change of a person that waits meanwhile has ten seconds. */
    @Test
    void givesUpAfterThreeSecondsIfATaskKeepsItsThread() throws InterruptedException {
        manager.register(flow);
        flow.submit(1);
        reached.await();

        ChangeNotPossibleException refused = catchThrowableOfType(
                ChangeNotPossibleException.class, () -> trials.begin(trial(JoinSettings.fixed(2))));

        assertThat(refused).hasMessageContaining("after 3s ");
        assertThat(LayoutTrials.takesTooLong(refused)).isTrue();
    }

    private static Trial trial(JoinSettings settings) {
        Situation situation = SituationBuilder.of(100)
                .filled("remote", TaskKind.SIMPLE, PRESENT, 1)
                .build();
        PlanRequest request = new PlanRequest(
                new Topic(PlanPurpose.INCREASE, Cause.TOO_FEW_THREADS, "remote", 1),
                situation,
                VerdictSamples.limited(Cause.TOO_FEW_THREADS, "remote"),
                Goal.NONE,
                Map.of("remote", settings.threads()),
                Set.of(),
                candidate -> false);
        Performance expected = new Performance(200, 0, 0, null);
        ChosenChange choice = new ChosenChange(Candidate.of("remote", settings), expected, expected, 1, true);
        Instant now = Instant.EPOCH;
        return new Trial(
                request,
                choice,
                Explanation.of(request, choice, now),
                MeasuredPerformance.of(situation),
                now,
                Duration.ofMinutes(1));
    }
}
