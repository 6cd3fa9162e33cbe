package io.concor.diagnosis.autopilot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.Flow;
import io.concor.Flows;
import io.concor.JoinSettings;
import io.concor.diagnosis.Diagnosis;
import io.concor.diagnosis.signal.ConnectionPools;
import io.concor.manage.Manager;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An autopilot whose owner decides when it may act. What it says about a flow shows which verdicts it has taken into account. */
@Timeout(60)
class AutopilotActingTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String NOTHING_SEEN = "Nothing was seen yet.";
    private static final String OFF = "The autopilot is off.";

    private final Manager manager = new Manager();
    private final Flow<Integer, Integer> flow = Flows.<Integer>create("flow")
            .join(JoinSettings.single())
            .<Integer>map(message -> message, "only")
            .build();
    private final Autopilot autopilot =
            new Autopilot(manager, name -> AutopilotSettings.DEFAULT.mode(AutopilotMode.OFF));
    private final AtomicBoolean acting = new AtomicBoolean();
    private final AtomicInteger renewals = new AtomicInteger();
    private Diagnosis diagnosis;

    @BeforeEach
    void follow() {
        manager.register(flow);
        diagnosis = Diagnosis.start(manager, ConnectionPools.NONE, autopilot::goal);
        autopilot.follow(diagnosis, acting::get);
        diagnosis.follow((name, situation, verdict, provisional) -> renewals.incrementAndGet()); // after the autopilot
    }

    @AfterEach
    void close() {
        diagnosis.close();
        autopilot.close();
        flow.close();
    }

    private void awaitVerdicts() {
        int enough = renewals.get() + 2;
        await("verdicts").atMost(PATIENCE).until(() -> renewals.get() >= enough);
    }

    private String reason() {
        return autopilot.status("flow").reason();
    }

    @Test
    void takesVerdictsIntoAccountOnlyWhileItActs() {
        awaitVerdicts();
        assertThat(reason()).isEqualTo(NOTHING_SEEN);

        acting.set(true);
        await("a verdict").atMost(PATIENCE).until(() -> reason().equals(OFF));

        acting.set(false);
        awaitVerdicts();
        autopilot.settings("flow", present -> present.mode(AutopilotMode.ADVISE));
        awaitVerdicts();
        assertThat(reason()).isEqualTo("It acts on the next verdict.");
    }
}
