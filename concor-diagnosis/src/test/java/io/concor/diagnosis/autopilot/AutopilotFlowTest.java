package io.concor.diagnosis.autopilot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.Flow;
import io.concor.Flows;
import io.concor.JoinSettings;
import io.concor.SynchronizedRemoteTask;
import io.concor.diagnosis.Diagnosis;
import io.concor.diagnosis.autopilot.AutopilotStatus.Decision;
import io.concor.diagnosis.autopilot.AutopilotStatus.Result;
import io.concor.diagnosis.autopilot.AutopilotStatus.State;
import io.concor.diagnosis.signal.ConnectionPools;
import io.concor.manage.ChangeOrigin;
import io.concor.manage.ChangeRequest;
import io.concor.manage.Manager;
import io.concor.manage.ResourceLimits;
import io.concor.preset.PresetStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The autopilot of a flow into which events come at a constant rate. */
@Timeout(240)
@Tag("full")
class AutopilotFlowTest {

    private static final Duration PATIENCE = Duration.ofSeconds(180);
    private static final AutopilotSettings QUICK = AutopilotSettings.DEFAULT
            .mode(AutopilotMode.AUTO)
            .trial(Duration.ofSeconds(15))
            .cooling(Duration.ofSeconds(1));

    private Manager manager = new Manager();
    private Autopilot autopilot;
    private Diagnosis diagnosis;
    private Flow<Integer, Integer> flow;
    private Thread sender;
    private volatile boolean sending = true;

    private void start(int perSecond, AutopilotSettings settings, SynchronizedRemoteTask<Integer, Integer> task) {
        flow = Flows.<Integer>create("flow")
                .maxInFlight(64)
                .join(JoinSettings.fixed(1))
                .<Integer>mapSynchronizedRemote(task, "remote")
                .build();
        manager.register(flow);
        autopilot = new Autopilot(manager, name -> settings);
        diagnosis = Diagnosis.start(manager, ConnectionPools.NONE, autopilot::goal);
        autopilot.follow(diagnosis);
        sender = new Thread(() -> send(TimeUnit.SECONDS.toNanos(1) / perSecond), "sender");
        sender.start();
    }

    /** Keeps the average rate also if the machine lets it pause. */
    private void send(long nanos) {
        long due = System.nanoTime();
        while (sending) {
            flow.tryApply(1);
            due += nanos;
            LockSupport.parkNanos(due - System.nanoTime());
        }
    }

    @AfterEach
    void stop() throws InterruptedException {
        sending = false;
        sender.join();
        diagnosis.close();
        autopilot.close();
        flow.close();
    }

    private static Integer sleep(Integer message) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
        return message;
    }

    /**
     * An event each 5 ms, however many threads there are: like a lock, but one that stacks do not show. A turn that comes
     * late does not delay the next one, otherwise a second thread would help.
     */
    private static SynchronizedRemoteTask<Integer, Integer> rationed() {
        long turnNanos = TimeUnit.MILLISECONDS.toNanos(5);
        AtomicLong nextNanos = new AtomicLong(System.nanoTime());
        return message -> {
            long turn = nextNanos.getAndUpdate(next -> Math.max(next, System.nanoTime() - 200 * turnNanos) + turnNanos);
            while (turn - System.nanoTime() > 0) {
                LockSupport.parkNanos(turn - System.nanoTime());
            }
            return message;
        };
    }

    private int threads() {
        return manager.flow("flow").layout().slots().get("remote").threads();
    }

    private List<Decision> decisions() {
        return autopilot.status("flow").decisions();
    }

    @Test
    void reachesEnoughThreadsWithoutAPerson() {
        start(600, QUICK, AutopilotFlowTest::sleep);

        await("a layout that handles the rate").atMost(PATIENCE).untilAsserted(() -> {
            assertThat(threads()).as(autopilot.status("flow").toString()).isBetween(4, 8);
            assertThat(manager.flow("flow").topology().trial()).isNull();
            assertThat(decisions())
                    .allSatisfy(decision -> assertThat(decision.outcome()).isNotNull());
        });

        assertThat(decisions().get(0).outcome().result()).isEqualTo(Result.CONFIRMED);
        assertThat(manager.flow("flow").history(1).get(0).reason()).startsWith("It helped");
    }

    @Test
    void doesNotKeepAChangeThatDoesNotHelp() {
        start(600, QUICK, rationed());

        await("a trial that ends").atMost(PATIENCE).untilAsserted(() -> assertThat(decisions())
                .as(autopilot.status("flow").toString())
                .anySatisfy(decision -> assertThat(decision.outcome())
                        .isNotNull()
                        .satisfies(outcome -> assertThat(outcome.result()).isEqualTo(Result.REVERTED))));
        await("the layout from before").atMost(PATIENCE).until(() -> threads() == 1);

        assertThat(decisions()).noneSatisfy(decision -> assertThat(decision.outcome())
                .isNotNull()
                .satisfies(outcome -> assertThat(outcome.result()).isEqualTo(Result.CONFIRMED)));
    }

    @Test
    void advisesWithoutAChange() {
        start(600, QUICK.mode(AutopilotMode.ADVISE), AutopilotFlowTest::sleep);

        await("advice").atMost(PATIENCE).untilAsserted(() -> assertThat(decisions())
                .anySatisfy(decision -> assertThat(decision.change()).containsKey("remote")));

        assertThat(manager.flow("flow").layout().version()).isEqualTo(1);
        assertThat(manager.flow("flow").history(10)).isEmpty();
    }

    @Test
    void neverExceedsALimit() {
        manager = new Manager(PresetStore.inMemory(), ResourceLimits.NONE.threadsPerSlot(1), 100);
        start(600, QUICK, AutopilotFlowTest::sleep);

        await("a plan that finds nothing").atMost(PATIENCE).untilAsserted(() -> assertThat(decisions())
                .anySatisfy(decision -> assertThat(decision.change()).isEmpty()));

        assertThat(manager.flow("flow").history(10)).isEmpty();
    }

    @Test
    void pausesAfterAPersonsChange() {
        start(600, QUICK, AutopilotFlowTest::sleep);
        autopilot.status("flow");

        manager.change(ChangeRequest.put("flow", "remote", JoinSettings.fixed(2))
                .by(ChangeOrigin.of(ChangeOrigin.Source.ENDPOINT, "mary")));

        assertThat(autopilot.status("flow").state()).isEqualTo(State.PAUSED);
        assertThat(autopilot.status("flow").reason()).isEqualTo("The layout was changed by mary (version 2).");
    }

    @Test
    void pausesUntilTheEndOfAPersonsTrial() {
        start(600, QUICK, AutopilotFlowTest::sleep);
        autopilot.status("flow");

        Instant end = manager.change(ChangeRequest.put("flow", "remote", JoinSettings.fixed(2))
                        .revertAfter(Duration.ofHours(1)))
                .revertsAt();

        assertThat(autopilot.status("flow").until()).isEqualTo(end);
        assertThat(autopilot.status("flow").reason())
                .isEqualTo(
                        "The layout was changed (version 2). The change is on trial: the autopilot makes no plan until the trial ends.");

        manager.confirm(ChangeRequest.options("flow").by(ChangeOrigin.of(ChangeOrigin.Source.JAVA, "mary")));

        assertThat(autopilot.status("flow").reason()).isEqualTo("A change was confirmed by mary (version 2).");
    }
}
