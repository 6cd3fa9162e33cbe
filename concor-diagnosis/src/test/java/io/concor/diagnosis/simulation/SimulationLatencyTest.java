package io.concor.diagnosis.simulation;

import static io.concor.diagnosis.simulation.SimulationModelBuilder.MILLISECOND;
import static io.concor.diagnosis.simulation.SimulationModelBuilder.constant;
import static io.concor.diagnosis.simulation.SimulationModelBuilder.exponential;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.concor.JoinSettings;
import io.concor.statistics.DurationHistogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares latencies with formulas of queueing theory. Tasks take a millisecond on average. */
class SimulationLatencyTest {

    private static final DurationHistogram EXPONENTIAL = exponential(MILLISECOND);
    private static final DurationHistogram CONSTANT = constant(MILLISECOND);
    private static final double MICROS = 1000;

    /** M/M/1: the latency is exponential with mean 1/(service rate - arrival rate). */
    @ParameterizedTest
    @CsvSource({"0.3, 3", "0.6, 4", "0.8, 6"})
    void equalsThatOfASingleServerIfOneThreadServesRandomTasks(double utilisation, double percent) {
        Prediction prediction = single(EXPONENTIAL).at(1000 * utilisation);

        double mean = MICROS / (1 - utilisation);
        assertThat(prediction.p50Micros()).isCloseTo(mean * Math.log(2), withinPercentage(percent));
        assertThat(prediction.p99Micros()).isCloseTo(mean * Math.log(100), withinPercentage(percent + 2));
        assertThat(prediction.throughputPerSecond()).isCloseTo(1000 * utilisation, withinPercentage(2));
        assertThat(prediction.busy().get(0)).isCloseTo(utilisation, withinPercentage(3));
        assertThat(prediction.limitedBy()).isNull();
    }

    /** M/D/1: events wait half as long as with random service times (Pollaczek and Khinchine). */
    @ParameterizedTest
    @CsvSource({"0.3, 2", "0.6, 3", "0.8, 5"})
    void isShorterIfAllTasksTakeTheSameTime(double utilisation, double percent) {
        double mean = meanMicros(single(CONSTANT), utilisation * 1000);

        double expected = MICROS * (1 + utilisation / (2 * (1 - utilisation)));
        assertThat(mean).isCloseTo(expected, withinPercentage(percent));
    }

    /** M/M/c: the formula of Erlang. */
    @ParameterizedTest
    @CsvSource({"2, 0.5, 3", "2, 0.8, 5", "8, 0.5, 3", "8, 0.9, 6", "64, 0.9, 3"})
    void equalsThatOfSeveralServersIfSeveralThreadsServe(int threads, double utilisation, double percent) {
        SimulationModelBuilder model =
                new SimulationModelBuilder().join(JoinSettings.fixed(threads)).waits("task", EXPONENTIAL);
        double offered = threads * utilisation;

        double mean = meanMicros(model, 1000 * offered);
        Prediction prediction = model.at(1000 * offered);

        double waiting = erlang(threads, offered);
        assertThat(mean).isCloseTo(MICROS * (1 + waiting / (threads - offered)), withinPercentage(percent));
        assertThat(moreThan(prediction.p50Micros() / MICROS, threads, offered, waiting))
                .isCloseTo(0.5, withinPercentage(percent));
        assertThat(moreThan(prediction.p99Micros() / MICROS, threads, offered, waiting))
                .isCloseTo(0.01, withinPercentage(5 * percent));
    }

    /** The probability that an event waits, by the recursion for Erlang's loss formula. */
    private static double erlang(int threads, double offered) {
        double lost = 1;
        for (int i = 1; i <= threads; i++) {
            lost = offered * lost / (i + offered * lost);
        }
        return lost / (1 - offered / threads * (1 - lost));
    }

    /** The probability that the latency exceeds a multiple of the service time. */
    private static double moreThan(double time, int threads, double offered, double waiting) {
        double others = threads - 1 - offered;
        if (Math.abs(others) < 1e-9) {
            return Math.exp(-time) * (1 + waiting * time);
        }
        return Math.exp(-time) * (1 + waiting * (1 - Math.exp(-time * others)) / others);
    }

    /** M/G/1 with processor sharing: the mean depends only on the mean service time (Kleinrock, Vol. 2, section 4.4). */
    @ParameterizedTest
    @ValueSource(doubles = {0.3, 0.6, 0.8})
    void dependsOnTheMeanServiceTimeOnlyIfThreadsShareAProcessor(double utilisation) {
        double expected = MICROS / (1 - utilisation);
        assertThat(meanMicros(sharing(CONSTANT).processors(1), 1000 * utilisation))
                .isCloseTo(expected, withinPercentage(5));
        assertThat(meanMicros(sharing(EXPONENTIAL).processors(1), 1000 * utilisation))
                .isCloseTo(expected, withinPercentage(5));
    }

    /** Half a processor is a processor of half the speed. */
    @Test
    void isTwiceAsLongOnHalfAProcessor() {
        assertThat(meanMicros(sharing(CONSTANT).processors(0.5), 250)).isCloseTo(4 * MICROS, withinPercentage(4));
    }

    /** M/M/2 with processor sharing has as many events inside as M/M/2 with a queue. */
    @Test
    void equalsThatOfTwoServersOnAverageIfThreadsShareTwoProcessors() {
        double mean = meanMicros(sharing(EXPONENTIAL).processors(2), 1400);

        assertThat(mean).isCloseTo(MICROS * (1 + erlang(2, 1.4) / 0.6), withinPercentage(5));
    }

    /** Jackson: each stage of a tandem is an M/M/1 of its own. */
    @Test
    void isTheSumOfThatOfTheStages() {
        SimulationModelBuilder model = single(EXPONENTIAL)
                .join(JoinSettings.single())
                .waits("second", exponential(0.5 * MILLISECOND))
                .join(JoinSettings.fixed(1))
                .waits("third", EXPONENTIAL);

        double expected = MICROS * (1 / (1 - 0.7) + 0.5 / (1 - 0.35) + 1 / (1 - 0.7));
        assertThat(meanMicros(model, 700)).isCloseTo(expected, withinPercentage(5));
    }

    /** M/G/infinity. */
    @Test
    void isTheServiceTimeInATransitionAndOnTheThreadsOfCallers() {
        SimulationModelBuilder model =
                new SimulationModelBuilder().waits("first", CONSTANT).transition("second", constant(3 * MILLISECOND));

        Prediction prediction = model.at(100_000);

        assertThat(prediction.p50Micros()).isCloseTo(4 * MICROS, withinPercentage(0.001));
        assertThat(prediction.p99Micros()).isCloseTo(4 * MICROS, withinPercentage(0.001));
        assertThat(prediction.throughputPerSecond()).isCloseTo(100_000, withinPercentage(2));
    }

    /** The queue for admission does not belong to it. */
    @Test
    void countsFromAdmission() {
        Prediction prediction = new SimulationModelBuilder()
                .waits("task", CONSTANT)
                .maxInFlight(2)
                .at(10_000);

        assertThat(prediction.p99Micros()).isCloseTo(MICROS, withinPercentage(0.001));
        assertThat(prediction.throughputPerSecond()).isCloseTo(2000, withinPercentage(0.1));
    }

    @ParameterizedTest
    @ValueSource(doubles = {100, 900, 2000})
    void equalsTheEventsInsideDividedByTheThroughput(double perSecond) {
        SimulatedFlow flow =
                single(EXPONENTIAL).component("second", CONSTANT, 0.5).flowAfter(new Load.Rate(perSecond, 1));

        double inside = flow.prediction().throughputPerSecond() * flow.window().meanNanos() / 1e9;
        assertThat(inside).isCloseTo(flow.meanInFlight(), withinPercentage(2));
    }

    private static SimulationModelBuilder single(DurationHistogram service) {
        return new SimulationModelBuilder().join(JoinSettings.single()).waits("task", service);
    }

    private static SimulationModelBuilder sharing(DurationHistogram service) {
        return new SimulationModelBuilder().join(JoinSettings.fixed(1024)).component("task", service, 1);
    }

    private static double meanMicros(SimulationModelBuilder model, double perSecond) {
        return model.flowAfter(new Load.Rate(perSecond, 1)).window().meanNanos() / 1000;
    }
}
