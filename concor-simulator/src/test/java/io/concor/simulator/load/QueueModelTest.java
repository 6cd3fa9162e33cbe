package io.concor.simulator.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The detection of the breaking point with a simulated server: one queue, a known service rate and random pauses. */
class QueueModelTest {

    private static final long SECOND_NANOS = 1_000_000_000;
    private static final LatencySummary NONE = new LatencySummary(0, 0, 0, 0, 0, 0);

    private final Queue<Long> inFlight = new ArrayDeque<>();
    private final Random random = new Random(1);
    private long freeAt;

    @ParameterizedTest
    @CsvSource({"300, 200, 10, 0", "1000, 700, 10, 0", "1000, 700, 10, 80", "5000, 4000, 50, 0", "5000, 4000, 50, 80"})
    void findsTheServiceRateWithTheStepsOfTheThesis(int served, int start, int step, int pauseMillis) {
        findsTheServiceRate(
                served,
                LoadProfile.ramp(start, step, 10, 2 * served),
                new StabilityCriteria(Duration.ofSeconds(15), 5, 0.1, Duration.ofMillis(250)),
                pauseMillis);
    }

    @ParameterizedTest
    @CsvSource({"1000, 0", "1000, 20", "4000, 0", "4000, 20", "4000, 40", "10000, 20"})
    void findsTheServiceRateWithTheStepsOfTheExperiments(int served, int pauseMillis) {
        findsTheServiceRate(
                served,
                LoadProfile.ramp(served * 7 / 10, served / 100, 2, 2 * served),
                new StabilityCriteria(Duration.ofSeconds(10), 5, 0.1, Duration.ofMillis(80)),
                pauseMillis);
    }

    private void findsTheServiceRate(int served, LoadProfile ramp, StabilityCriteria stability, int pauseMillis) {
        BreakingPointDetector detector = new BreakingPointDetector(stability);
        ArrivalSchedule schedule = new ArrivalSchedule(ramp);
        long due = schedule.next();
        int second = 0;
        boolean stable = true;
        while (stable) {
            long end = (second + 1) * SECOND_NANOS;
            int issued = 0;
            freeAt += random.nextInt(4) == 0 ? pauseMillis * 1_000_000L : 0;
            for (; due < end; due = schedule.next()) {
                freeAt = Math.max(freeAt, due) + SECOND_NANOS / served;
                inFlight.add(freeAt);
                issued++;
            }
            int completed = completed(end);
            stable = detector.observe(new SecondStatistics(
                    second, ramp.rateAt(second), issued, completed, 0, 0, inFlight.size(), NONE, NONE));
            second++;
        }
        BreakingPoint breakingPoint = detector.breakingPoint();
        assertThat(breakingPoint).isNotNull();
        assertThat(breakingPoint.rate()).isCloseTo(served, withinPercentage(5));
    }

    private int completed(long end) {
        int completed = 0;
        while (!inFlight.isEmpty() && inFlight.peek() < end) {
            inFlight.remove();
            completed++;
        }
        return completed;
    }
}
