package io.concor.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;
import static org.awaitility.Awaitility.await;

import io.concor.Flow;
import io.concor.FlowBuilder;
import io.concor.Flows;
import io.concor.JoinSettings;
import io.concor.Sampling;
import io.concor.SimpleTask;
import io.concor.fixture.Gate;
import io.concor.fixture.RunningFlows;
import io.concor.statistics.FlowStatistics.ComponentFigures;
import io.concor.statistics.FlowStatistics.LatencyDistribution;
import io.concor.statistics.FlowStatistics.Period;
import io.concor.statistics.FlowStatistics.SlotFigures;
import io.concor.statistics.WindowSummary.BusiestSlot;
import io.concor.statistics.WindowSummary.FullestSlot;
import io.concor.statistics.WindowSummary.SlowestComponent;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Whether the summary names the same figures as the statistics. */
@Timeout(60)
class WindowSummaryTest {

    private static final int CAPACITY = 16;
    private static final long TASK_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    @RegisterExtension
    final RunningFlows flows = new RunningFlows();

    private static FlowBuilder<Integer, Integer> builder() {
        return Flows.<Integer>create("flow").sampling(new Sampling(true, 1, 1));
    }

    private Flow<Integer, Integer> threeStages(SimpleTask<Integer, Integer> slow) {
        return flows.start(builder()
                .<Integer>map(message -> 12 / message, "divider")
                .join(JoinSettings.single().capacity(CAPACITY))
                .<Integer>map(slow, "slow")
                .join(JoinSettings.fixed(8))
                .<Integer>map(message -> message, "last"));
    }

    private WindowSummary summary() {
        return flows.manager().flow("flow").windowSummary();
    }

    private void awaitAll() {
        await("all events ended").until(() -> summary().inFlight() == 0);
    }

    @Test
    void namesNothingInAFlowWithoutEventsAndSlots() {
        flows.start(builder().<Integer>map(message -> message, "only"));

        assertThat(summary())
                .returns(0L, WindowSummary::inFlight)
                .returns(0.0, WindowSummary::throughput)
                .returns(LatencyDistribution.NONE, WindowSummary::latency)
                .returns(null, WindowSummary::slowest)
                .returns(null, WindowSummary::busiest)
                .returns(null, WindowSummary::fullest);
    }

    @Test
    void namesTheFirstSlotOfAFlowWithoutEvents() {
        threeStages(message -> message);

        assertThat(summary())
                .returns(null, WindowSummary::slowest)
                .returns(new BusiestSlot("slow", 0), WindowSummary::busiest)
                .returns(new FullestSlot("slow", 0, CAPACITY), WindowSummary::fullest);
        assertThat(summary().seconds()).isPositive();
    }

    private static Integer busy(Integer message) {
        long start = System.nanoTime();
        while (System.nanoTime() - start < TASK_NANOS) {
            Thread.onSpinWait();
        }
        return message;
    }

    @Test
    void agreesWithTheStatistics() {
        Flow<Integer, Integer> flow = threeStages(WindowSummaryTest::busy);
        for (int message = 0; message < 20; message++) {
            flow.apply(message);
        }
        awaitAll();

        WindowSummary summary = summary();
        Period window = flows.manager().flow("flow").statistics().window();

        assertThat(summary)
                .returns(window.failed(), WindowSummary::failed)
                .returns(window.latency(), WindowSummary::latency);
        assertThat(summary.failed()).as("a division by zero").isOne();
        assertThat(summary.throughput() * summary.seconds()).isCloseTo(20, within(1e-6));
        ComponentFigures slow = window.components().get(1);
        assertThat(summary.slowest())
                .isEqualTo(new SlowestComponent("slow", slow.service().meanMicros()));
        SlotFigures busiest = window.slots().get(0);
        assertThat(summary.busiest()).returns("slow", BusiestSlot::name);
        assertThat(summary.busiest().busy() * summary.seconds())
                .as("busy seconds, as the statistics are read later")
                .isCloseTo(busiest.busy() * window.seconds(), withinPercentage(20));
    }

    @Test
    void namesTheSlotWhoseQueueIsTheLargestPartOfItsCapacity() {
        Gate gate = new Gate();
        Flow<Integer, Integer> flow = threeStages(message -> {
            gate.pass();
            return message;
        });
        for (int message = 1; message <= 5; message++) {
            flow.apply(message);
        }
        gate.awaitReached();

        assertThat(summary())
                .returns(5L, WindowSummary::inFlight)
                .returns(new FullestSlot("slow", 4, CAPACITY), WindowSummary::fullest);
        gate.open();
    }

    @Test
    void countsTheRefused() {
        Flow<Integer, Integer> flow = threeStages(message -> message);
        flow.close();
        flow.tryApply(1);

        assertThat(summary().refused()).isOne();
    }
}
