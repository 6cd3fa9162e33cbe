package io.concor.diagnosis.simulation;

import static io.concor.diagnosis.simulation.SimulationModelBuilder.MILLISECOND;
import static io.concor.diagnosis.simulation.SimulationModelBuilder.constant;
import static io.concor.diagnosis.simulation.SimulationModelBuilder.exponential;
import static io.concor.diagnosis.simulation.SimulationModelBuilder.flowAfter;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.concor.JoinSettings;
import io.concor.statistics.DurationHistogram;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A run is repeatable and ends, whatever the model contains. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SimulationTest {

    @Test
    void returnsTheSameForTheSameSeed() {
        FlowModel model = mixed().build();

        Prediction first = flowAfter(model, new Load.Rate(900, 1), 7).prediction();

        assertThat(flowAfter(model, new Load.Rate(900, 1), 7).prediction()).isEqualTo(first);
        assertThat(flowAfter(model, new Load.Rate(900, 1), 8).prediction()).isNotEqualTo(first);
    }

    /** Otherwise random numbers would hide the difference between two models. */
    @Test
    void givesEventsTheSameTimesIfTheModelChanges() {
        Prediction now = flowAfter(afterConstant(MILLISECOND), new Load.Rate(10_000, 1), 1)
                .prediction();
        Prediction predicted = flowAfter(afterConstant(2 * MILLISECOND), new Load.Rate(10_000, 1), 1)
                .prediction();

        assertThat(predicted.p99Micros() - now.p99Micros()).isCloseTo(1000, within(0.01));
    }

    private static FlowModel afterConstant(long nanos) {
        return new SimulationModelBuilder()
                .waits("constant", constant(nanos))
                .waits("random", exponential(MILLISECOND))
                .build();
    }

    @Test
    void letsThreadsOfClientsRunWhatFollowsATransition() {
        SimulationModelBuilder model = new SimulationModelBuilder()
                .transition("call", constant(MILLISECOND))
                .waits("after", constant(2 * MILLISECOND))
                .waits("last", constant(2 * MILLISECOND));
        assertThat(model.at(1_000).throughputPerSecond()).isCloseTo(1_000, withinPercentage(3));

        Prediction limited = model.clientThreads(2).at(1_000);

        assertThat(limited.throughputPerSecond()).isCloseTo(500, withinPercentage(3));
        assertThat(limited.limitedBy()).isEqualTo("callback-thread");
    }

    @Test
    void letsAThreadOfAClientFinishAnEventBeforeTheNext() {
        Prediction oneTask = new SimulationModelBuilder()
                .clientThreads(1)
                .transition("call", constant(MILLISECOND))
                .waits("after", constant(4 * MILLISECOND))
                .at(200);
        Prediction twoTasks = new SimulationModelBuilder()
                .clientThreads(1)
                .transition("call", constant(MILLISECOND))
                .waits("after", constant(2 * MILLISECOND))
                .waits("last", constant(2 * MILLISECOND))
                .at(200);

        assertThat(twoTasks.p50Micros()).isCloseTo(oneTask.p50Micros(), withinPercentage(1));
        assertThat(twoTasks.p99Micros()).isCloseTo(oneTask.p99Micros(), withinPercentage(1));
    }

    @Test
    void letsNoThreadsOfClientsRunWhatAJoinRuns() {
        Prediction prediction = new SimulationModelBuilder()
                .clientThreads(1)
                .transition("call", constant(MILLISECOND))
                .join(JoinSettings.fixed(8))
                .waits("after", constant(4 * MILLISECOND))
                .at(1_000);

        assertThat(prediction.throughputPerSecond()).isCloseTo(1_000, withinPercentage(3));
    }

    @Test
    void letsATaskTakeANanosecondAtLeast() {
        SimulationModelBuilder model = new SimulationModelBuilder();
        for (int i = 0; i < 64; i++) {
            model.join(JoinSettings.fixed(2)).component("task-" + i, DurationHistogram.NONE, 0.5);
        }

        Prediction prediction = model.saturated();

        assertThat(prediction.throughputPerSecond()).isCloseTo(2e9, withinPercentage(1));
        assertThat(prediction.limitedBy()).isEqualTo("task-63");
    }

    @Test
    void endsWithoutComponents() {
        assertThat(new SimulationModelBuilder().saturated().throughputPerSecond())
                .isFinite();
    }

    @ParameterizedTest
    @ValueSource(doubles = {1e-300, 1e-9, 1e12, 1e300, Double.POSITIVE_INFINITY})
    void endsAtAnyRate(double perSecond) {
        Prediction prediction = mixed().at(perSecond);

        assertThat(prediction.throughputPerSecond()).isGreaterThanOrEqualTo(0).isFinite();
        assertThat(prediction.p99Micros()).isGreaterThan(1000).isFinite();
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -1, Double.NaN})
    void predictsNothingIfNoEventArrives(double perSecond) {
        assertThat(mixed().at(perSecond).throughputPerSecond()).isZero();
        assertThat(mixed().at(perSecond).p99Micros()).isZero();
    }

    @Test
    void predictsNothingIfNoEventCanProceed() {
        assertThat(mixed().processors(0).saturated().throughputPerSecond()).isZero();
        assertThat(mixed().maxInFlight(0).saturated().throughputPerSecond()).isZero();
        assertThat(mixed().needs("lock", 0, 1).saturated().throughputPerSecond())
                .isZero();
        assertThat(flowAfter(mixed().build(), new Load.Saturated(0), 1)
                        .prediction()
                        .throughputPerSecond())
                .isZero();
    }

    @Test
    @Tag("full")
    void endsForTheLargestFlow() {
        SimulationModelBuilder model = new SimulationModelBuilder().maxInFlight(1 << 20);
        for (int i = 0; i < 64; i++) {
            model.join(JoinSettings.fixed(4096).capacity(1)).component("task-" + i, exponential(MILLISECOND), 0.5);
        }

        assertThat(model.saturated().busy()).hasSize(64);
        assertThat(model.at(1e6).busy()).hasSize(64);
        assertThat(Simulation.run(model.build(), new Load.Rate(1e6, 1), 1))
                .as("eight million steps take longer than half a second")
                .isNotEqualTo(model.at(1e6));
    }

    /** On a busy machine some million steps may take many seconds. */
    @Test
    void endsWhenItsTimeIsUp() {
        AtomicLong seconds = new AtomicLong();
        SimulatedFlow late = new SimulatedFlow(
                mixed().build(), new Load.Rate(900, 1), 1, () -> seconds.getAndIncrement() * 1_000_000_000);
        SimulatedFlow whole = mixed().flowAfter(new Load.Rate(900, 1));

        late.run();

        assertThat(late.window().count()).isPositive().isLessThan(whole.window().count() / 10);
        assertThat(late.prediction().throughputPerSecond()).isCloseTo(900, withinPercentage(20));
    }

    @Test
    void keepsACompleteWindowIfTheTimeDoesNotSufficeForALargerOne() {
        FlowModel varying = new SimulationModelBuilder()
                .join(JoinSettings.fixed(1))
                .waits("random", exponential(MILLISECOND))
                .build();
        AtomicLong millis = new AtomicLong();
        SimulatedFlow slow = new SimulatedFlow(
                varying, new Load.Rate(950, 1), 1, () -> Math.min(200, 200 * millis.getAndIncrement()) * 1_000_000);
        SimulatedFlow whole = flowAfter(varying, new Load.Rate(950, 1), 1);

        slow.run();

        assertThat(slow.window().count()).isBetween(20_000, whole.window().count() / 2 + 1);
    }

    @Test
    void endsForTheLongestTasks() {
        Prediction prediction = new SimulationModelBuilder()
                .join(JoinSettings.single())
                .component("task", constant(Long.MAX_VALUE), 0.5)
                .at(1e9);

        assertThat(prediction.throughputPerSecond()).isPositive();
        assertThat(prediction.busy().get(0)).isGreaterThan(0.95);
    }

    @Test
    void refusesAModelWithoutASlotForEachComponent() {
        FlowModel model = mixed().build();

        assertThatThrownBy(() -> model.withSlots(List.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("4 components, but 0 slots");
    }

    private static SimulationModelBuilder mixed() {
        return new SimulationModelBuilder()
                .component("on callers' threads", exponential(MILLISECOND), 0.5)
                .join(JoinSettings.fixed(4).capacity(1))
                .component("first", exponential(2 * MILLISECOND), 0.2)
                .needs("connection-pool", 3, 0.8)
                .transition("request", constant(MILLISECOND))
                .join(JoinSettings.single())
                .component("last", exponential(MILLISECOND), 1)
                .processors(2);
    }
}
