package io.concor.diagnosis.autopilot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.Flow;
import io.concor.Flows;
import io.concor.JoinSettings;
import io.concor.diagnosis.Diagnosis;
import io.concor.diagnosis.signal.ConnectionPools;
import io.concor.manage.ChangeEntry;
import io.concor.manage.ChangeEntry.OnTrial;
import io.concor.manage.ChangeEntry.TrialState;
import io.concor.manage.ChangeListener;
import io.concor.manage.Manager;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two flows of a process into which more events come than one thread can handle. */
@Timeout(240)
class AutopilotOneTrialTest {

    private static final Duration PATIENCE = Duration.ofSeconds(180);
    private static final long TASK_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final AutopilotSettings QUICK = AutopilotSettings.DEFAULT
            .mode(AutopilotMode.AUTO)
            .trial(Duration.ofSeconds(15))
            .cooling(Duration.ofSeconds(1));

    private final Manager manager = new Manager();
    private final List<Flow<Integer, Integer>> flows =
            Stream.of("one", "two").map(AutopilotOneTrialTest::flow).toList();
    private final Autopilot autopilot = new Autopilot(manager, name -> QUICK);
    private final Set<String> tried = ConcurrentHashMap.newKeySet();
    private final Queue<String> simultaneous = new ConcurrentLinkedQueue<>();
    private final Thread sender = new Thread(this::send, "sender");
    private Diagnosis diagnosis;
    private volatile boolean sending = true;

    private static Flow<Integer, Integer> flow(String name) {
        return Flows.<Integer>create(name)
                .maxInFlight(32)
                .join(JoinSettings.fixed(1))
                .<Integer>mapSynchronizedRemote(AutopilotOneTrialTest::sleep, "remote")
                .build();
    }

    private static Integer sleep(Integer message) {
        LockSupport.parkNanos(TASK_NANOS);
        return message;
    }

    private void send() {
        while (sending) {
            flows.forEach(flow -> flow.tryApply(1));
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    private final class Trials implements ChangeListener {

        @Override
        public void onRecorded(ChangeEntry change) {
            OnTrial trial = change.trial();
            if (trial != null && trial.state() == TrialState.PENDING) {
                tried.add(change.flow());
                manager.names().stream()
                        .filter(other -> !other.equals(change.flow()))
                        .filter(other -> manager.flow(other).topology().trial() != null)
                        .forEach(other -> simultaneous.add(change.flow() + " while " + other));
            }
        }
    }

    @BeforeEach
    void start() {
        flows.forEach(manager::register);
        manager.listen(new Trials());
        diagnosis = Diagnosis.start(manager, ConnectionPools.NONE, autopilot::goal);
        autopilot.follow(diagnosis);
        sender.start();
    }

    @AfterEach
    void stop() throws InterruptedException {
        sending = false;
        sender.join();
        diagnosis.close();
        autopilot.close();
        flows.forEach(Flow::close);
    }

    @Test
    @Tag("full")
    void tryTheirChangesOneAfterTheOther() {
        await("a trial of each flow").atMost(PATIENCE).until(() -> tried.size() == 2);

        assertThat(simultaneous).isEmpty();
    }
}
