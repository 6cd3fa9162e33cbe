package io.concor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.fixture.Gate;
import io.concor.fixture.RunningFlows;
import io.concor.manage.ChangeRequest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A full ring lets the stage before it pause, and no other thread. */
@Timeout(60)
class FullRingTest {

    private static final int EVENTS = 20;
    private static final int CAPACITY = 4;

    @RegisterExtension
    final RunningFlows flows = new RunningFlows();

    private final Gate gate = new Gate();

    /** One event is held in the slow task, the ring before it is full, and one more is at hand in the quick stage. */
    @BeforeEach
    void fill() {
        Flow<Integer, Integer> flow = flows.start(Flows.<Integer>create("flow")
                .join(JoinSettings.single())
                .<Integer>map(message -> message, "quick")
                .join(JoinSettings.single().capacity(CAPACITY))
                .<Integer>map(
                        message -> {
                            gate.passStubbornly();
                            return message;
                        },
                        "slow"));
        for (int i = 0; i < EVENTS; i++) {
            flow.apply(i);
        }
        gate.awaitReached();
        awaitWaiting(CAPACITY);
    }

    private void awaitWaiting(int events) {
        await("so many events wait before the slow task, and one that does not fit is at hand")
                .until(() -> flows.manager().flow("flow").slot("slow").queueSize() == events
                        && flows.manager().flow("flow").slot("quick").queueSize() == EVENTS - events - 2
                        && flows.manager().flow("flow").slot("quick").activeThreads() == 1);
    }

    @Test
    void pausesTheStageBeforeUntilThereIsRoomAgain() {
        gate.open();

        await("all events ended")
                .until(() -> flows.manager().flow("flow").summary().completed() == EVENTS);
    }

    @Test
    void letsThePreviousStageGoOnWhenEnlarged() {
        flows.manager()
                .change(ChangeRequest.put("flow", "slow", JoinSettings.single().capacity(2 * CAPACITY)));

        awaitWaiting(2 * CAPACITY);
        gate.open();
    }

    @Test
    void keepsWaitingEventsWhenShrunk() {
        flows.manager()
                .change(ChangeRequest.put("flow", "slow", JoinSettings.single().capacity(1)));

        assertThat(flows.manager().flow("flow").slot("slow").queueSize()).isEqualTo(CAPACITY);
        gate.open();
        await("all events ended")
                .until(() -> flows.manager().flow("flow").summary().completed() == EVENTS);
    }
}
