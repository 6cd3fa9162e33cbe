package io.concor.diagnosis.simulation;

import static io.concor.diagnosis.simulation.SimulationModelBuilder.MILLISECOND;
import static io.concor.diagnosis.simulation.SimulationModelBuilder.constant;
import static io.concor.diagnosis.simulation.SimulationModelBuilder.exponential;
import static io.concor.diagnosis.simulation.SimulationModelBuilder.flowAfter;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.concor.JoinSettings;
import io.concor.statistics.DurationHistogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What limits the throughput of a saturated flow, and to how much. */
class SimulationThroughputTest {

    private static final DurationHistogram EXPONENTIAL = exponential(MILLISECOND);
    private static final DurationHistogram CONSTANT = constant(MILLISECOND);

    @Test
    void isThatOfTheSlowestStage() {
        Prediction prediction = new SimulationModelBuilder()
                .join(JoinSettings.single())
                .waits("fast", exponential(0.4 * MILLISECOND))
                .join(JoinSettings.fixed(2))
                .waits("slow", exponential(5 * MILLISECOND))
                .join(JoinSettings.cached(4))
                .waits("last", exponential(6 * MILLISECOND))
                .saturated();

        assertThat(prediction.throughputPerSecond()).isCloseTo(400, withinPercentage(2));
        assertThat(prediction.limitedBy()).isEqualTo("slow");
        assertThat(prediction.busy().get(1)).isGreaterThan(0.99);
        assertThat(prediction.busy().get(2)).isCloseTo(0.6, withinPercentage(3));
    }

    @Test
    void addsUpTheComponentsOfAStage() {
        Prediction prediction = new SimulationModelBuilder()
                .join(JoinSettings.fixed(3))
                .waits("first", EXPONENTIAL)
                .waits("second", CONSTANT)
                .saturated();

        assertThat(prediction.throughputPerSecond()).isCloseTo(1500, withinPercentage(2));
        assertThat(prediction.limitedBy()).isEqualTo("first");
        assertThat(prediction.busy().get(1)).isZero();
    }

    @Test
    void namesTheLastOfSeveralBusySlots() {
        Prediction prediction = new SimulationModelBuilder()
                .join(JoinSettings.single())
                .waits("first", constant(MILLISECOND - 1000))
                .join(JoinSettings.single())
                .waits("second", CONSTANT)
                .saturated();

        assertThat(prediction.limitedBy()).isEqualTo("second");
    }

    @Test
    void blocksTheStageBeforeASlotThatIsFull() {
        Prediction prediction = new SimulationModelBuilder()
                .join(JoinSettings.single())
                .waits("fast", exponential(0.05 * MILLISECOND))
                .join(JoinSettings.single().capacity(4))
                .waits("slow", EXPONENTIAL)
                .saturated();

        assertThat(prediction.blocked().get(0)).isGreaterThan(0.9);
        assertThat(prediction.busy().get(0)).isCloseTo(0.05, withinPercentage(5));
        assertThat(prediction.busy().get(1)).isGreaterThan(0.95);
        assertThat(prediction.limitedBy()).isEqualTo("slow");
    }

    /**
     * Two exponential stages of the same speed and room for n between them: the second has 0 to n + 2 events, counting
     * one that is blocked, with equal probabilities (Hunt, Sequential arrays of waiting lines, 1956).
     */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 8})
    void dropsByFullAndEmptyQueuesIfTasksVary(int capacity) {
        Prediction prediction = new SimulationModelBuilder()
                .join(JoinSettings.single())
                .waits("first", EXPONENTIAL)
                .join(JoinSettings.single().capacity(capacity))
                .waits("second", EXPONENTIAL)
                .saturated();

        double rare = 1.0 / (capacity + 3);
        assertThat(prediction.throughputPerSecond()).isCloseTo(1000 * (1 - rare), withinPercentage(2));
        assertThat(prediction.blocked().get(0)).isCloseTo(rare, within(0.02));
        assertThat(prediction.busy().get(1)).isCloseTo(1 - rare, within(0.02));
        assertThat(prediction.limitedBy()).isIn("first", "second");
    }

    @Test
    void letsForeignThreadsExceedTheCapacity() {
        Prediction prediction = new SimulationModelBuilder()
                .join(JoinSettings.single())
                .transition("fast", CONSTANT)
                .join(JoinSettings.single().capacity(1))
                .waits("slow", CONSTANT)
                .maxInFlight(50)
                .saturated();

        assertThat(prediction.p50Micros()).isCloseTo(50_000, withinPercentage(1));
        assertThat(prediction.blocked()).containsOnly(0.0);
        assertThat(prediction.limitedBy()).isEqualTo("slow");
    }

    @Test
    void letsCallersExceedTheCapacity() {
        Prediction prediction = new SimulationModelBuilder()
                .join(JoinSettings.single().capacity(1))
                .waits("task", CONSTANT)
                .maxInFlight(50)
                .saturated();

        assertThat(prediction.p50Micros()).isCloseTo(50_000, withinPercentage(1));
        assertThat(prediction.limitedBy()).isEqualTo("task");
    }

    @ParameterizedTest
    @CsvSource({"8, 2, 2000", "8, 0.5, 500", "2, 2, 2000", "1, 2, 1000"})
    void isBoundedByProcessorsAndThreadsIfTasksCompute(int threads, double processors, double perSecond) {
        Prediction prediction = new SimulationModelBuilder()
                .join(JoinSettings.fixed(threads))
                .component("task", EXPONENTIAL, 1)
                .processors(processors)
                .saturated();

        assertThat(prediction.throughputPerSecond()).isCloseTo(perSecond, withinPercentage(2));
        assertThat(prediction.limitedBy()).isEqualTo(threads < processors ? "task" : "cpu");
    }

    /** Mean value analysis of a closed network: threads wait at no station, and compute at a shared one. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, 8})
    void equalsMeanValueAnalysisIfTasksWaitAndCompute(int threads) {
        Prediction prediction = new SimulationModelBuilder()
                .join(JoinSettings.fixed(threads))
                .component("task", EXPONENTIAL, 0.25)
                .processors(1)
                .saturated();

        assertThat(prediction.throughputPerSecond())
                .isCloseTo(1000 * meanValueAnalysis(threads, 0.75, 0.25), withinPercentage(2));
    }

    private static double meanValueAnalysis(int threads, double waits, double computes) {
        double throughput = 0;
        double computing = 0;
        for (int n = 1; n <= threads; n++) {
            double response = computes * (1 + computing);
            throughput = n / (waits + response);
            computing = throughput * response;
        }
        return throughput;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 10, 100, 1000})
    void growsWithTheThreadsIfTasksWait(int threads) {
        Prediction prediction = new SimulationModelBuilder()
                .join(JoinSettings.virtual(threads))
                .waits("task", EXPONENTIAL)
                .maxInFlight(4096)
                .processors(1)
                .saturated();

        assertThat(prediction.throughputPerSecond()).isCloseTo(1000.0 * threads, withinPercentage(2));
        assertThat(prediction.limitedBy()).isEqualTo("task");
    }

    /** As many tasks end at one moment as there are threads. A window must not begin or end between them. */
    @ParameterizedTest
    @ValueSource(doubles = {0, 1})
    void isExactIfTasksEndInWaves(double cpuShare) {
        Prediction prediction = new SimulationModelBuilder()
                .join(JoinSettings.fixed(900))
                .component("task", CONSTANT, cpuShare)
                .maxInFlight(2000)
                .saturated();

        assertThat(prediction.throughputPerSecond()).isCloseTo(900_000, withinPercentage(0.01));
    }

    @Test
    void isBoundedByTheConnectionsOfAPool() {
        Prediction prediction = new SimulationModelBuilder()
                .join(JoinSettings.fixed(20))
                .waits("task", EXPONENTIAL)
                .needs("connection-pool", 5, 1)
                .saturated();

        assertThat(prediction.throughputPerSecond()).isCloseTo(5000, withinPercentage(2));
        assertThat(prediction.limitedBy()).isEqualTo("connection-pool");
        assertThat(prediction.busy().get(0)).isGreaterThan(0.99);
    }

    @Test
    void isBoundedByTheConnectionsThatEventsHoldFromOneComponentToAnother() {
        Prediction prediction = new SimulationModelBuilder()
                .join(JoinSettings.fixed(20))
                .waits("insert", CONSTANT)
                .waits("book", CONSTANT)
                .needs("connection-pool", 5, 0, 1)
                .saturated();

        assertThat(prediction.throughputPerSecond()).isCloseTo(2500, withinPercentage(2));
        assertThat(prediction.limitedBy()).isEqualTo("connection-pool");
    }

    @Test
    void isNotBoundedByAPoolWithAConnectionForEachThread() {
        Prediction prediction = new SimulationModelBuilder()
                .join(JoinSettings.fixed(5))
                .waits("task", EXPONENTIAL)
                .needs("connection-pool", 5, 1)
                .saturated();

        assertThat(prediction.limitedBy()).isEqualTo("task");
    }

    @Test
    void isNotBoundedByAResourceForWhichEventsWaitOnlyNowAndThen() {
        Prediction prediction = new SimulationModelBuilder()
                .join(JoinSettings.fixed(20))
                .waits("task", EXPONENTIAL)
                .needs("lock", 1, 1)
                .at(700);

        assertThat(prediction.busy().get(0)).isGreaterThan(0.07);
        assertThat(prediction.limitedBy()).isNull();
    }

    @Test
    void isBoundedByALockForTheTimeItIsHeld() {
        Prediction prediction = new SimulationModelBuilder()
                .join(JoinSettings.fixed(20))
                .component("task", CONSTANT, 0.5)
                .needs("lock", 1, 0.25)
                .saturated();

        assertThat(prediction.throughputPerSecond()).isCloseTo(4000, withinPercentage(1));
        assertThat(prediction.limitedBy()).isEqualTo("lock");
    }

    @Test
    void isBoundedByTheLongestHeldOfTwoResourcesOfAComponent() {
        Prediction prediction = new SimulationModelBuilder()
                .join(JoinSettings.fixed(20))
                .waits("task", CONSTANT)
                .needs("connection-pool", 8, 1)
                .needs("lock", 1, 0.1)
                .saturated();

        assertThat(prediction.throughputPerSecond()).isCloseTo(8000, withinPercentage(1));
        assertThat(prediction.limitedBy()).isEqualTo("connection-pool");
    }

    @Test
    void sharesAResourceAmongComponentsThatNameIt() {
        Prediction prediction = new SimulationModelBuilder()
                .join(JoinSettings.fixed(20))
                .waits("first", CONSTANT)
                .needs("connection-pool", 5, 1)
                .join(JoinSettings.fixed(20))
                .waits("second", CONSTANT)
                .needs("connection-pool", 5, 1)
                .saturated();

        assertThat(prediction.throughputPerSecond()).isCloseTo(2500, withinPercentage(1));
        assertThat(prediction.limitedBy()).isEqualTo("connection-pool");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 32})
    void isMaxInFlightDividedByTheTimeInATransition(int maxInFlight) {
        SimulationModelBuilder model = new SimulationModelBuilder()
                .join(JoinSettings.single())
                .transition("request", exponential(10 * MILLISECOND))
                .maxInFlight(maxInFlight);

        assertThat(model.saturated().throughputPerSecond()).isCloseTo(100.0 * maxInFlight, withinPercentage(3));
        assertThat(model.saturated().limitedBy()).isEqualTo("admission");
        assertThat(model.at(1_000_000).limitedBy()).isEqualTo("admission");
    }

    @Test
    void isNotBoundedByThreadsThatATransitionFrees() {
        Prediction prediction = new SimulationModelBuilder()
                .join(JoinSettings.single())
                .waits("prepare", constant(MILLISECOND / 10))
                .transition("request", constant(100 * MILLISECOND))
                .waits("on foreign threads", constant(100 * MILLISECOND))
                .maxInFlight(10_000)
                .saturated();

        assertThat(prediction.throughputPerSecond()).isCloseTo(10_000, withinPercentage(1));
        assertThat(prediction.limitedBy()).isEqualTo("prepare");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void isBoundedByCallersIfTheyRunTheFirstComponent(int callers) {
        FlowModel model = new SimulationModelBuilder()
                .waits("on callers' threads", EXPONENTIAL)
                .join(JoinSettings.fixed(100))
                .waits("task", EXPONENTIAL)
                .build();

        Prediction prediction = flowAfter(model, new Load.Saturated(callers), 1).prediction();

        assertThat(prediction.throughputPerSecond()).isCloseTo(1000 * callers, withinPercentage(2));
        assertThat(prediction.limitedBy()).isEqualTo("callers");
    }

    @ParameterizedTest
    @CsvSource({"4, 4, callers", "8, 4, admission"})
    void isBoundedByCallersOrMaxInFlightIfNoSlotIsFilled(int callers, int maxInFlight, String limit) {
        FlowModel model = new SimulationModelBuilder()
                .waits("task", EXPONENTIAL)
                .maxInFlight(maxInFlight)
                .build();

        Prediction prediction = flowAfter(model, new Load.Saturated(callers), 1).prediction();

        assertThat(prediction.throughputPerSecond()).isCloseTo(4000, withinPercentage(2));
        assertThat(prediction.limitedBy()).isEqualTo(limit);
    }

    @Test
    void isNotBoundedByTheCallerThatATransitionFrees() {
        Prediction prediction = new SimulationModelBuilder()
                .transition("request", CONSTANT)
                .maxInFlight(50)
                .saturated();

        assertThat(prediction.throughputPerSecond()).isCloseTo(50_000, withinPercentage(1));
    }

    @Test
    void isThatOfTheFlowIfMoreEventsArriveThanItHandles() {
        SimulationModelBuilder model =
                new SimulationModelBuilder().join(JoinSettings.fixed(2)).waits("task", EXPONENTIAL);

        Prediction overload = model.at(10_000);

        assertThat(overload.throughputPerSecond()).isCloseTo(2000, withinPercentage(2));
        assertThat(overload.p50Micros()).isCloseTo(model.saturated().p50Micros(), withinPercentage(2));
        assertThat(overload.limitedBy()).isEqualTo("task");
    }
}
