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
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * An autopilot whose owner decides when it may act. What it says about a flow shows which verdicts it has taken into
 * account.
 */
@Timeout(60)
class AutopilotActingTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String NOTHING_SEEN = "No verdict was seen yet.";
    private static final long SLEEP_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final String OFF = "The autopilot is off.";

    private final Manager manager = new Manager();
    private final Flow<Integer, Integer> flow = Flows.<Integer>create("flow")
            .maxInFlight(16)
            .join(JoinSettings.fixed(1))
            .<Integer>mapSynchronizedRemote(AutopilotActingTest::sleep, "only")
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

    private static Integer sleep(Integer message) {
        LockSupport.parkNanos(SLEEP_NANOS);
        return message;
    }

    private void awaitVerdicts() {
        int enough = renewals.get() + 2;
        await("verdicts").atMost(PATIENCE).until(() -> renewals.get() >= enough);
    }

    private String reason() {
        return autopilot.status("flow").reason();
    }

    @Test
    @Tag("full")
    void takesVerdictsIntoAccountOnlyWhileItActs() {
        awaitVerdicts();
        assertThat(reason()).isEqualTo(NOTHING_SEEN);

        acting.set(true);
        await("a verdict").atMost(PATIENCE).until(() -> reason().equals(OFF));

        acting.set(false);
        awaitVerdicts();
        autopilot.settings("flow", present -> present.mode(AutopilotMode.ADVISE));
        awaitVerdicts();
        assertThat(reason()).isEqualTo("The autopilot acts on the next verdict.");
    }

    /** A plan takes its time, in which the owner may begin to close. */
    @Test
    @Tag("full")
    void changesNothingIfItNoLongerActsOnceThePlanIsMade() throws InterruptedException {
        AtomicInteger plans = new AtomicInteger();
        autopilot.follow(diagnosis, () -> !isPlanning() || plans.incrementAndGet() < 0);
        autopilot.settings("flow", present -> present.mode(AutopilotMode.AUTO));

        overload(() -> await("a plan").atMost(PATIENCE).until(() -> plans.get() > 0));

        assertThat(autopilot.status("flow").decisions()).isEmpty();
        assertThat(manager.flow("flow").history(10)).isEmpty();
    }

    private static boolean isPlanning() {
        return Thread.currentThread().getName().equals("concor-autopilot");
    }

    private void overload(Runnable until) throws InterruptedException {
        AtomicBoolean sending = new AtomicBoolean(true);
        Thread sender = new Thread(() -> {
            while (sending.get()) {
                flow.tryApply(1);
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        });
        sender.start();
        try {
            until.run();
        } finally {
            sending.set(false);
            sender.join();
        }
    }
}
