package io.concor.simulator.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class BreakingPointDetectorTest {

    private static final LatencySummary NONE = new LatencySummary(0, 0, 0, 0, 0, 0);

    private final BreakingPointDetector detector =
            new BreakingPointDetector(new StabilityCriteria(Duration.ofSeconds(15), 5, 0.1, Duration.ofMillis(250)));
    private int second;

    private boolean observe(int rate, int completed, int failed, int inFlight) {
        return detector.observe(new SecondStatistics(second++, rate, rate, completed, failed, 0, inFlight, NONE, NONE));
    }

    private boolean observe(int seconds, int rate, int completed) {
        boolean stable = true;
        for (int i = 0; i < seconds; i++) {
            stable = observe(rate, completed, 0, 5);
        }
        return stable;
    }

    @Test
    void isTheLastRateBelowTheRateThatDidNotSettle() {
        observe(10, 100, 100);
        observe(10, 110, 110);
        assertThat(observe(14, 120, 100)).isTrue();
        assertThat(observe(1, 120, 100)).isFalse();
        assertThat(detector.breakingPoint()).isEqualTo(new BreakingPoint(110, 120, 20, 100, 120, 120, 0));
    }

    @Test
    void toleratesAFluctuationThatSettlesInTime() {
        observe(10, 100, 100);
        observe(11, 110, 50);
        assertThat(observe(100, 110, 110)).isTrue();
    }

    @Test
    void doesNotEndAFluctuationAfterTooFewStableSeconds() {
        observe(10, 100, 100);
        boolean stable = true;
        for (int i = 0; i < 5; i++) {
            stable = observe(1, 110, 50) & observe(2, 110, 110);
        }
        assertThat(stable).isFalse();
        assertThat(detector.breakingPoint()).extracting(BreakingPoint::second).isEqualTo(10);
    }

    @Test
    void breaksIfTheBacklogGrowsSlowly() {
        observe(10, 1000, 1000);
        int inFlight = 5;
        while (detector.breakingPoint() == null && second < 100) {
            inFlight += 20;
            observe(1020, 1000, 0, inFlight);
        }
        assertThat(detector.breakingPoint()).isEqualTo(new BreakingPoint(1000, 1020, 22, 1000, 1020, 1020, 0));
    }

    @Test
    void doesNotCountTheLatencyOfTheServiceAsBacklog() {
        observe(100, 0, 0, 100);
        observe(100, 0, 0, 200);
        boolean stable = true;
        for (int i = 0; i < 30; i++) {
            stable = observe(100, 100, 0, 200);
        }
        assertThat(stable).as("each response takes two seconds").isTrue();
    }

    @Test
    void breaksIfRequestsFail() {
        observe(10, 1000, 1000);
        for (int i = 0; i < 14; i++) {
            assertThat(observe(1010, 1008, 2, 5)).isTrue();
        }
        assertThat(observe(1010, 1008, 2, 5)).isFalse();
    }

    @Test
    void toleratesOneFailureInAThousand() {
        boolean stable = true;
        for (int i = 0; i < 30; i++) {
            stable = observe(1000, 999, 1, 5);
        }
        assertThat(stable).isTrue();
    }

    @Test
    void isUnknownIfTheFirstRateWasNotStable() {
        assertThat(observe(15, 100, 50)).isFalse();
        assertThat(detector.breakingPoint()).extracting(BreakingPoint::rate).isNull();
    }

    @Test
    void distinguishesASlowSimulatorFromABrokenService() {
        observe(10, 100, 100);
        observeUntilBroken(1000, 500, 450);

        assertThat(detector.breakingPoint()).isNotNull().satisfies(found -> {
            assertThat(found.takenRate())
                    .as("issued, or not sent because too many were in flight")
                    .isEqualTo(950);
            assertThat(found.latenessMicros()).isEqualTo(7000);
            assertThat(found.summary())
                    .contains(
                            "on average 500 requests were completed per second",
                            "only 950 of 1000 due requests per second");
        });
    }

    @Test
    void reportsTheLatenessOfTheSimulator() {
        observe(10, 100, 100);
        observeUntilBroken(1000, 500, 500);

        assertThat(detector.breakingPoint()).isNotNull().satisfies(found -> assertThat(found.summary())
                .contains("The simulator was at most 7 ms late.")
                .doesNotContain("bottleneck"));
    }

    private void observeUntilBroken(int rate, int issued, int notSent) {
        LatencySummary late = new LatencySummary(0, 0, 0, 0, 0, 7000);
        while (detector.observe(new SecondStatistics(second++, rate, issued, issued, 0, notSent, 5, NONE, late))) {
            assertThat(second).isLessThan(100);
        }
    }

    @Test
    void ignoresSecondsInWhichNoRequestIsDue() {
        assertThat(observe(100, 0, 50)).isTrue();
    }
}
