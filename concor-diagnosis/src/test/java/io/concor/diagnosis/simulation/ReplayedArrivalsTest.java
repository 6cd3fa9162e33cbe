package io.concor.diagnosis.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.concor.diagnosis.simulation.Load.Bursts;
import io.concor.diagnosis.simulation.Load.Bursts.Interval;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ReplayedArrivalsTest {

    private final SimulationClock clock = new SimulationClock();

    private ReplayedArrivals arrivals(Interval... intervals) {
        return new ReplayedArrivals(
                new Bursts(List.of(intervals)),
                new SplittableRandom(1),
                new Scheduler(clock, new Processors(1, clock)));
    }

    private List<Double> times(int number, Interval... intervals) {
        ReplayedArrivals arrivals = arrivals(intervals);
        List<Double> times = new ArrayList<>();
        for (int i = 0; i < number; i++) {
            clock.advanceTo(clock.nanos() + arrivals.untilNext());
            times.add(clock.nanos());
        }
        return times;
    }

    @Test
    void loseWhatIsDueDuringAPause() {
        ReplayedArrivals arrivals = arrivals(new Interval(10, 20), new Interval(90, 0));
        arrivals.untilNext();
        clock.advanceTo(150);

        assertThat(150 + arrivals.untilNext())
                .as("the begin of the third burst")
                .isBetween(200.0, 201.0);
    }

    @Test
    void arriveInTheIntervalsInWhichTheyWereMeasured() {
        List<Double> times = times(60, new Interval(100, 0), new Interval(10, 20), new Interval(90, 0));

        assertThat(times).isSorted();
        assertThat(times.subList(0, 20)).allSatisfy(time -> assertThat(time).isBetween(100.0, 110.0));
        assertThat(times.subList(20, 40)).allSatisfy(time -> assertThat(time).isBetween(300.0, 310.0));
        assertThat(times.subList(40, 60)).allSatisfy(time -> assertThat(time).isBetween(500.0, 510.0));
    }

    @Test
    void arriveAtAnyRate() {
        List<Double> times = times(1_000, new Interval(50, 0.25), new Interval(50, 0));

        assertThat(times).isSorted();
        assertThat(times.get(999)).isBetween(399_500.0, 400_000.0);
        assertThat(times).allSatisfy(time -> assertThat(time % 100).isLessThanOrEqualTo(50));
    }

    @Test
    void needAnInterval() {
        assertThatIllegalArgumentException().isThrownBy(() -> new Bursts(List.of(new Interval(100, 0))));
    }
}
