package io.concor.simulator.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.concor.simulator.profile.ArrivalSchedule;
import io.concor.simulator.profile.RampProfile;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The rule with the thesis's steps and time to settle, against a server that is calculated: one queue, a known service
 * rate, and now and then a pause as a garbage collector makes.
 */
class QueueModelTest {

    private static final long SECOND_NANOS = 1_000_000_000;
    private static final LatencySummary NONE = new LatencySummary(0, 0, 0, 0, 0, 0);

    private final Queue<Long> inFlight = new ArrayDeque<>();
    private final Random random = new Random(1);
    private long freeAt;

    @ParameterizedTest
    @CsvSource({"300, 200, 10, 0", "1000, 700, 10, 0", "1000, 700, 10, 80", "5000, 4000, 50, 0", "5000, 4000, 50, 80"})
    void findsTheServiceRateByTheThesissSteps(int served, int start, int step, int pauseMillis) {
        findsTheServiceRate(
                served,
                new RampProfile(start, step, 10, 2 * served),
                new StabilityCriteria(Duration.ofSeconds(15), 5, 0.1, Duration.ofMillis(250)),
                pauseMillis);
    }

    @ParameterizedTest
    @CsvSource({"1000, 0", "1000, 20", "4000, 0", "4000, 20", "4000, 40", "10000, 20"})
    void findsTheServiceRateByTheStepsOfTheExperiments(int served, int pauseMillis) {
        findsTheServiceRate(
                served,
                new RampProfile(served * 7 / 10, served / 100, 2, 2 * served),
                new StabilityCriteria(Duration.ofSeconds(10), 5, 0.1, Duration.ofMillis(80)),
                pauseMillis);
    }

    private void findsTheServiceRate(int served, RampProfile ramp, StabilityCriteria stability, int pauseMillis) {
        BreakingPointDetector rule = new BreakingPointDetector(stability);
        ArrivalSchedule schedule = new ArrivalSchedule(ramp);
        long due = schedule.next();
        int second = 0;
        boolean holds = true;
        while (holds) {
            long end = (second + 1) * SECOND_NANOS;
            int issued = 0;
            freeAt += random.nextInt(4) == 0 ? pauseMillis * 1_000_000L : 0;
            for (; due < end; due = schedule.next()) {
                freeAt = Math.max(freeAt, due) + SECOND_NANOS / served;
                inFlight.add(freeAt);
                issued++;
            }
            int completed = completed(end);
            holds = rule.holds(new SecondStatistics(
                    second, ramp.rateAt(second), issued, completed, 0, 0, inFlight.size(), NONE, NONE));
            second++;
        }
        BreakingPoint found = rule.found();
        assertThat(found).isNotNull();
        assertThat(found.rate()).isCloseTo(served, withinPercentage(5));
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
