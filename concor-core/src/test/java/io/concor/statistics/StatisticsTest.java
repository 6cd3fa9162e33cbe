package io.concor.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import io.concor.Flow;
import io.concor.FlowBuilder;
import io.concor.Flows;
import io.concor.JoinSettings;
import io.concor.Sampling;
import io.concor.SimpleTask;
import io.concor.TaskKind;
import io.concor.fixture.Gate;
import io.concor.fixture.RunningFlows;
import io.concor.layout.SlotState;
import io.concor.manage.ChangeRequest;
import io.concor.statistics.FlowStatistics.LatencyDistribution;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Whether the figures of a flow say what was done to it. */
@Timeout(60)
class StatisticsTest {

    private static final long TASK_NANOS = 2_000_000;
    private static final double TASK_MICROS = TASK_NANOS / 1_000.0;

    @RegisterExtension
    final RunningFlows flows = new RunningFlows();

    private static FlowBuilder<Integer, Integer> builder() {
        return Flows.<Integer>create("flow").sampling(new Sampling(true, 1, 1));
    }

    private static Integer busy(Integer message) {
        long start = System.nanoTime();
        while (System.nanoTime() - start < TASK_NANOS) {
            Thread.onSpinWait();
        }
        return message;
    }

    /** A stage of its own for the busy task, between two quick ones. */
    private Flow<Integer, Integer> threeStages() {
        return threeStages(StatisticsTest::busy);
    }

    private Flow<Integer, Integer> threeStages(SimpleTask<Integer, Integer> busy) {
        return flows.start(builder()
                .<Integer>map(message -> message, "quick")
                .join(JoinSettings.single())
                .<Integer>map(busy, "busy")
                .join(JoinSettings.fixed(2))
                .<Integer>map(message -> message, "last"));
    }

    private FlowStatistics statistics() {
        return flows.manager().flow("flow").statistics();
    }

    private void enter(Flow<Integer, Integer> flow, int events) {
        for (int i = 0; i < events; i++) {
            flow.apply(i);
        }
        awaitAll();
    }

    private void awaitAll() {
        await("all events ended")
                .until(() -> flows.manager().flow("flow").summary().inFlight() == 0);
    }

    private static Stream<LatencyDistribution> distributions(FlowStatistics.Period period) {
        return Stream.of(
                        Stream.of(period.latency()),
                        period.components().stream().map(FlowStatistics.ComponentFigures::service),
                        period.slots().stream().map(FlowStatistics.SlotFigures::waiting),
                        period.stages().stream().map(FlowStatistics.StageFigures::latency))
                .flatMap(each -> each);
    }

    private static void assertSound(FlowStatistics.Period period) {
        assertThat(period.seconds()).isPositive();
        assertThat(List.of(period.completed(), period.failed(), period.refused()))
                .allMatch(count -> count >= 0);
        assertThat(period.throughput()).isNotNegative();
        assertThat(distributions(period)).allSatisfy(times -> {
            assertThat(times.samples()).isNotNegative();
            assertThat(times.p50Micros()).isNotNegative().isLessThanOrEqualTo(times.p95Micros());
            assertThat(times.p95Micros()).isLessThanOrEqualTo(times.p99Micros());
            assertThat(times.p99Micros()).isLessThanOrEqualTo(times.maxMicros());
            assertThat(times.meanMicros()).isNotNegative().isLessThanOrEqualTo(times.maxMicros());
        });
        assertThat(period.slots()).allSatisfy(slot -> {
            assertThat(slot.throughput()).isNotNegative();
            assertThat(slot.utilisation()).isBetween(0.0, 1.0);
        });
    }

    @Test
    void areZeroBeforeTheFirstEvent() {
        threeStages();

        FlowStatistics told = statistics();

        assertSound(told.window());
        assertThat(distributions(told.sinceStart())).containsOnly(LatencyDistribution.NONE);
        assertThat(told.sinceStart())
                .returns(0L, FlowStatistics.Period::completed)
                .returns(0.0, FlowStatistics.Period::throughput);
    }

    @Test
    void nameTheComponentsTheFilledSlotsAndTheStagesInOrder() {
        threeStages();

        FlowStatistics.Period told = statistics().window();

        assertThat(told.components())
                .extracting(FlowStatistics.ComponentFigures::name)
                .containsExactly("quick", "busy", "last");
        assertThat(told.components())
                .extracting(FlowStatistics.ComponentFigures::kind)
                .containsOnly(TaskKind.SIMPLE);
        assertThat(told.slots()).extracting(FlowStatistics.SlotFigures::name).containsExactly("busy", "last");
        assertThat(told.stages())
                .extracting(FlowStatistics.StageFigures::name)
                .containsExactly("quick", "busy", "last");
        assertThat(statistics().slots()).extracting(SlotState::name).containsExactly("busy", "last");
    }

    @Test
    void countEveryEventAndMeasureTheSampledOnes() {
        Flow<Integer, Integer> flow = flows.start(
                builder().<Integer>map(message -> 10 / message, "divide").sampling(new Sampling(true, 1, 2)));

        enter(flow, 21);

        FlowStatistics.Period told = statistics().sinceStart();
        assertThat(told).returns(20L, FlowStatistics.Period::completed).returns(1L, FlowStatistics.Period::failed);
        assertThat(told.latency().samples()).isEqualTo(11);
        assertThat(told.components().get(0).service().samples()).isEqualTo(11);
    }

    @Test
    void reportTheServiceTimeOfATask() {
        enter(threeStages(), 20);

        FlowStatistics.Period told = statistics().sinceStart();

        assertSound(told);
        assertThat(told.components().get(1).service().samples()).isEqualTo(20);
        assertThat(told.components().get(1).service().p50Micros()).isBetween(0.98 * TASK_MICROS, 20 * TASK_MICROS);
        assertThat(told.components().get(0).service().p50Micros()).isLessThan(TASK_MICROS / 2);
    }

    @Test
    void reportTheWaitingTimeInASlot() {
        Gate entered = new Gate();
        Flow<Integer, Integer> flow = threeStages(message -> {
            entered.pass();
            return busy(message);
        });
        for (int i = 0; i < 20; i++) {
            flow.apply(i);
        }
        entered.open();
        awaitAll();

        FlowStatistics.Period told = statistics().sinceStart();

        FlowStatistics.SlotFigures busy = told.slots().get(0);
        assertThat(busy.waiting().samples()).isEqualTo(20);
        assertThat(busy.waiting().maxMicros())
                .as("the last waited for 19 others")
                .isGreaterThan(17 * TASK_MICROS);
        assertThat(told.slots().get(1).waiting().p50Micros())
                .isLessThan(busy.waiting().p50Micros());
    }

    @Test
    void includeTheWaitingTimeInTheLatencyOfAStage() {
        enter(threeStages(), 20);
        // a stage files an event when it has given it away, so perhaps after the event's end
        await().until(() -> statistics().sinceStart().stages().get(1).latency().samples() == 20);

        FlowStatistics.Period told = statistics().sinceStart();

        FlowStatistics.StageFigures busy = told.stages().get(1);
        assertThat(busy.latency().maxMicros())
                .isGreaterThan(0.98 * told.slots().get(0).waiting().maxMicros());
        assertThat(told.latency().maxMicros())
                .isGreaterThan(0.98 * busy.latency().maxMicros());
    }

    @Test
    void measureTheStageOfAFilledFirstSlotOnce() {
        Flow<Integer, Integer> flow =
                flows.start(builder().join(JoinSettings.fixed(1)).<Integer>map(StatisticsTest::busy, "first"));

        enter(flow, 20);

        FlowStatistics.Period told = statistics().sinceStart();
        FlowStatistics.StageFigures only = told.stages().get(0);
        assertThat(only.latency().samples()).isEqualTo(20);
        assertThat(only.latency().p50Micros()).isGreaterThan(0.98 * TASK_MICROS);
        assertThat(only.latency().maxMicros())
                .isGreaterThan(0.98 * told.slots().get(0).waiting().maxMicros());
    }

    @Test
    void reportTheThroughputOfTheFlowAndItsSlots() {
        enter(threeStages(), 20);

        FlowStatistics.Period told = statistics().sinceStart();

        assertThat(told.throughput()).isBetween(19.0 / told.seconds(), 21.0 / told.seconds());
        assertThat(told.slots())
                .extracting(FlowStatistics.SlotFigures::throughput)
                .allSatisfy(
                        throughput -> assertThat(throughput).isBetween(19.0 / told.seconds(), 21.0 / told.seconds()));
    }

    @Test
    void reportAHigherUtilisationForABusyThreadThanForAnIdleOne() {
        enter(threeStages(), 100);

        FlowStatistics.Period told = statistics().sinceStart();
        List<FlowStatistics.SlotFigures> slots = told.slots();
        double least = 0.9 * 100 * TASK_NANOS / TimeUnit.SECONDS.toNanos(1) / told.seconds();

        assertThat(slots.get(0).utilisation()).isBetween(least, 1.0);
        assertThat(slots.get(1).utilisation()).isLessThan(slots.get(0).utilisation() / 2);
    }

    /** The trivial first stage waits for room most of the time; the second stage is the bottleneck. */
    @Test
    void nameTheStageThatIsBusyAndTheOneThatIsBlocked() {
        Flow<Integer, Integer> flow = flows.start(Flows.<Integer>create("flow")
                .join(JoinSettings.single().capacity(16))
                .<Integer>map(message -> message + 1, "trivial")
                .join(JoinSettings.single().capacity(16))
                .<Integer>map(StatisticsTest::busy, "bottleneck")
                .maxInFlight(64)
                .sampling(new Sampling(false, 1, 1)));

        IntStream.range(0, 600).forEach(flow::apply);

        List<FlowStatistics.SlotFigures> slots = statistics().sinceStart().slots();
        assertThat(slots.get(0).blocked()).isGreaterThan(2 * slots.get(0).busy());
        assertThat(slots.get(1).busy()).isGreaterThan(0.8);
        assertThat(slots).allSatisfy(slot -> assertThat(slot.busy() + slot.blocked() + slot.idle())
                .isCloseTo(1, within(1e-9)));
    }

    @Test
    void reportTheUtilisationOfThreadsThatHaveEnded() {
        Flow<Integer, Integer> flow =
                flows.start(builder().join(JoinSettings.single()).<Integer>map(StatisticsTest::busy, "busy"));
        enter(flow, 200);
        FlowStatistics.Period before = statistics().sinceStart();

        flows.manager().change(ChangeRequest.put("flow", "busy", JoinSettings.fixed(64)));

        FlowStatistics.Period after = statistics().sinceStart();
        double busy = before.slots().get(0).utilisation() * before.seconds();
        double all = before.seconds() + 64 * (after.seconds() - before.seconds());
        assertThat(after.slots().get(0).utilisation()).isGreaterThan(0.9 * busy / all);
    }

    /** The time of many idle threads before it would hide that the only one is busy. */
    @Test
    void sayHowBusyTheThreadsOfANewLayoutAre() {
        Gate gate = new Gate();
        Flow<Integer, Integer> flow = flows.start(builder()
                .join(JoinSettings.fixed(64))
                .<Integer>map(
                        message -> {
                            gate.pass();
                            return message;
                        },
                        "task"));
        await("a second of idle threads").until(() -> statistics().window().seconds() > 1);

        flows.manager().change(ChangeRequest.put("flow", "task", JoinSettings.single()));
        flow.submit(1);
        gate.awaitReached();

        await("the share of the only thread").atMost(Duration.ofSeconds(5)).untilAsserted(() -> {
            assertThat(statistics().window().slots().get(0).busy()).isGreaterThan(0.8);
            assertThat(flows.manager().flow("flow").windowSummary().busiest().busy())
                    .isGreaterThan(0.8);
        });
        gate.open();
    }

    @Test
    void measureATransitionUntilItsContinuationIsCalled() throws Exception {
        Flow<Integer, Integer> flow = flows.start(builder()
                .<Integer>bind(
                        (message, back) -> RunningFlows.onOwnThread(() -> back.complete(busy(message))), "cross"));

        RunningFlows.get(flow.submit(1));

        LatencyDistribution service =
                statistics().sinceStart().components().get(0).service();
        assertThat(service.samples()).isEqualTo(1);
        assertThat(service.p50Micros()).isGreaterThan(0.98 * TASK_MICROS);
    }

    @Test
    void reportTheServiceTimeOfACatchOnlyIfItHandledAnError() {
        Flow<Integer, Integer> flow = flows.start(
                builder().<Integer>map(message -> 10 / message, "divide").catching(error -> 0, "rescue"));

        enter(flow, 10);

        assertThat(statistics().sinceStart().components().get(1).service().samples())
                .isEqualTo(1);
        assertThat(statistics().sinceStart().completed()).isEqualTo(10);
    }

    @Test
    void stayMeaningfulIfAJoinIsRemovedAndAddedAgain() {
        Flow<Integer, Integer> flow =
                flows.start(builder().join(JoinSettings.single()).<Integer>map(message -> message, "a"));
        enter(flow, 500);
        for (int i = 0; i < 3; i++) {
            flows.manager().change(ChangeRequest.takeOut("flow", "a"));
            assertSound(statistics().window());
            assertThat(statistics().window().slots()).isEmpty();
            enter(flow, 10);
            flows.manager().change(ChangeRequest.put("flow", "a", JoinSettings.fixed(2)));
            enter(flow, 10);
            assertSound(statistics().window());
            assertSound(statistics().sinceStart());
        }

        FlowStatistics.Period told = statistics().sinceStart();
        assertThat(told.completed()).isEqualTo(560);
        assertThat(told.slots().get(0).throughput() * told.seconds())
                .as("events that were taken from the rings of this slot, ever")
                .isBetween(529.0, 534.0);
    }

    @Test
    void ofTheWindowAreThoseSinceTheStartIfTheFlowIsYoung() {
        enter(threeStages(), 10);

        FlowStatistics told = statistics();

        assertThat(told.window().completed()).isEqualTo(told.sinceStart().completed());
        assertThat(told.window().latency()).isEqualTo(told.sinceStart().latency());
    }

    @Test
    void countTheRefused() {
        Flow<Integer, Integer> flow = threeStages();
        flow.close();
        flow.tryApply(1);

        assertThat(statistics().sinceStart().refused()).isEqualTo(1);
        assertThat(statistics().window().refused()).isEqualTo(1);
    }

    @Test
    void countTheErrorsOfEachComponentAlsoOfEventsThatAreNotSampled() {
        Flow<Integer, Integer> flow = flows.start(Flows.<Integer>create("flow")
                .sampling(new Sampling(false, 1, 1))
                .map((Integer number) -> 12 / number, "divider")
                .catching(error -> 7, "rescuer")
                .map(number -> 12 / (number - 7), "another"));
        enter(flow, 3);

        assertThat(statistics().sinceStart().components())
                .satisfiesExactly(
                        divider -> assertThat(divider.errors()).isEqualTo(1),
                        rescuer -> assertThat(rescuer.errors()).isZero(),
                        another -> assertThat(another.errors()).isEqualTo(1));
        assertThat(statistics().window().components())
                .extracting(FlowStatistics.ComponentFigures::errors)
                .containsExactly(1L, 0L, 1L);
    }

    @Test
    void reportSamplingAndTheEventsInside() throws Exception {
        Gate gate = new Gate();
        Flow<Integer, Integer> flow = flows.start(builder()
                .join(JoinSettings.single())
                .<Integer>map(
                        message -> {
                            gate.pass();
                            return message;
                        },
                        "slow"));
        for (int i = 0; i < 3; i++) {
            flow.apply(i);
        }
        gate.awaitReached();

        FlowStatistics told = statistics();

        assertThat(told)
                .returns(3L, FlowStatistics::inFlight)
                .returns(new Sampling(true, 1, 1), FlowStatistics::sampling);
        assertThat(told.slots())
                .singleElement()
                .returns(2L, SlotState::queueSize)
                .returns(1, SlotState::activeThreads);
        gate.open();
    }
}
