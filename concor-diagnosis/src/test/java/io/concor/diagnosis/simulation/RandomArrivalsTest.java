package io.concor.diagnosis.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RandomArrivalsTest {

    private static final int STEP = 5;
    private final SimulationClock clock = new SimulationClock();
    private final Scheduler scheduler = new Scheduler(clock, new Processors(1, clock));
    private RandomArrivals arrivals = arrivals(1);

    private RandomArrivals arrivals(double dispersion) {
        return new RandomArrivals(new Load.Rate(1e6, dispersion), new SplittableRandom(1), scheduler);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.25, 1, 4})
    void arriveAtTheirRate(double dispersion) {
        arrivals = arrivals(dispersion);
        arrivals.start(STEP);
        for (int i = 0; i < 100_000; i++) {
            arriveNext();
            arrivals.take();
        }

        assertThat(clock.nanos()).isCloseTo(1e8, withinPercentage(1));
        assertThat(arrivals.isWaiting()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.25, 1, 4})
    void arriveAsIrregularlyAsTheyShall(double dispersion) {
        arrivals = arrivals(dispersion);
        arrivals.start(STEP);

        double[] inMillis = IntStream.rangeClosed(1, 2_000)
                .mapToDouble(milli -> arrivedUntil(milli * 1e6))
                .toArray();

        double mean = Arrays.stream(inMillis).average().orElseThrow();
        double variance = Arrays.stream(inMillis)
                .map(number -> (number - mean) * (number - mean))
                .average()
                .orElseThrow();
        assertThat(variance / mean).isCloseTo(dispersion, within(0.1 * dispersion + 0.01));
    }

    private int arrivedUntil(double nanos) {
        int arrived = 0;
        while (clock.nanos() < nanos) {
            arriveNext();
            arrivals.take();
            arrived++;
        }
        return arrived;
    }

    @Test
    void pauseWhileTheQueueIsLong() {
        arrivals.start(STEP);
        int arrived = 0;
        while (scheduler.advance()) {
            proceed();
            arrived++;
        }
        assertThat(arrived).isEqualTo(4096);

        arrivals.take();

        assertThat(scheduler.advance()).isTrue();
    }

    private void arriveNext() {
        assertThat(scheduler.advance()).isTrue();
        proceed();
    }

    private void proceed() {
        SimulatedEvent source = scheduler.next();
        assertThat(source).isNotNull();
        assertThat(source.step++).isEqualTo(STEP);
        arrivals.arrive();
    }
}
