package io.concor.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import io.concor.Flow;
import io.concor.Flows;
import io.concor.JoinSettings;
import io.concor.fixture.Gate;
import io.concor.fixture.RunningFlows;
import io.concor.layout.SlotState;
import io.concor.manage.ChangeRequest;
import io.concor.statistics.FlowStatistics;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

@Timeout(60)
class DrainedSlotTest {

    private static final JoinSettings TWO_THREADS = JoinSettings.fixed(2);

    @RegisterExtension
    final RunningFlows flows = new RunningFlows();

    private final Gate gate = new Gate();

    /** Two events occupy the threads of the former join, and three wait in its ring. */
    @Test
    void countsWhatTheRingOfAFormerJoinStillDrains() {
        Flow<Integer, Integer> flow = flows.start(
                Flows.<Integer>create("flow").join(TWO_THREADS).forEach(event -> gate.passStubbornly(), "slow"));
        for (int i = 0; i < 5; i++) {
            flow.apply(i);
        }
        gate.awaitReached();

        flows.manager().change(ChangeRequest.takeOut("flow", "slow"));
        flows.manager().change(ChangeRequest.put("flow", "slow", TWO_THREADS));

        SlotState slot = flows.manager().flow("flow").slot("slow");
        assertThat(slot.queueSize() + slot.activeThreads()).isEqualTo(5);
        gate.open();
        await("all events ended")
                .until(() -> flows.manager().flow("flow").summary().completed() == 5);
        FlowStatistics.Period figures =
                flows.manager().flow("flow").statistics().sinceStart();
        assertThat(figures.slots().get(0).throughput() * figures.seconds()).isCloseTo(5, within(0.1));
    }
}
