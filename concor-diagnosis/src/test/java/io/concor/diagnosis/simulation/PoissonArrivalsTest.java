package io.concor.diagnosis.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class PoissonArrivalsTest {

    private static final int STEP = 5;
    private final SimulationClock clock = new SimulationClock();
    private final Scheduler scheduler = new Scheduler(clock, new Processors(1, clock));
    private final PoissonArrivals arrivals = new PoissonArrivals(1e6, new SplittableRandom(1), scheduler);

    @Test
    void arriveAtTheirRate() {
        arrivals.start(STEP);
        for (int i = 0; i < 100_000; i++) {
            arriveNext();
            arrivals.take();
        }

        assertThat(clock.nanos()).isCloseTo(1e8, withinPercentage(1));
        assertThat(arrivals.isWaiting()).isFalse();
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
