package io.concor.simulator.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class BreakingPointDetectorTest {

    private static final LatencySummary NONE = new LatencySummary(0, 0, 0, 0, 0, 0);

    private final BreakingPointDetector rule =
            new BreakingPointDetector(new StabilityCriteria(Duration.ofSeconds(15), 5, 0.1, Duration.ofMillis(250)));
    private int second;

    private boolean holds(int rate, int completed, int failed, int inFlight) {
        return rule.holds(new SecondStatistics(second++, rate, rate, completed, failed, 0, inFlight, NONE, NONE));
    }

    private boolean holds(int seconds, int rate, int completed) {
        boolean holds = true;
        for (int i = 0; i < seconds; i++) {
            holds = holds(rate, completed, 0, 5);
        }
        return holds;
    }

    @Test
    void isTheLastRateBelowTheOneThatDidNotSettle() {
        holds(10, 100, 100);
        holds(10, 110, 110);
        assertThat(holds(14, 120, 100)).isTrue();
        assertThat(holds(1, 120, 100)).isFalse();
        assertThat(rule.found()).isEqualTo(new BreakingPoint(110, 120, 20, 100, 120, 120, 0));
    }

    @Test
    void forgivesAFluctuationThatSettlesInTime() {
        holds(10, 100, 100);
        holds(11, 110, 50);
        assertThat(holds(100, 110, 110)).isTrue();
    }

    @Test
    void takesAFewStableSecondsForNoEndOfAFluctuation() {
        holds(10, 100, 100);
        boolean holds = true;
        for (int i = 0; i < 5; i++) {
            holds = holds(1, 110, 50) & holds(2, 110, 110);
        }
        assertThat(holds).isFalse();
        assertThat(rule.found()).extracting(BreakingPoint::second).isEqualTo(10);
    }

    @Test
    void breaksBySlowlyGrowingBacklog() {
        holds(10, 1000, 1000);
        int inFlight = 5;
        while (rule.found() == null && second < 100) {
            inFlight += 20;
            holds(1020, 1000, 0, inFlight);
        }
        assertThat(rule.found()).isEqualTo(new BreakingPoint(1000, 1020, 22, 1000, 1020, 1020, 0));
    }

    @Test
    void takesTheLatencyOfTheServiceForNoBacklog() {
        holds(100, 0, 0, 100);
        holds(100, 0, 0, 200);
        boolean holds = true;
        for (int i = 0; i < 30; i++) {
            holds = holds(100, 100, 0, 200);
        }
        assertThat(holds).as("every answer takes two seconds").isTrue();
    }

    @Test
    void breaksByFailures() {
        holds(10, 1000, 1000);
        for (int i = 0; i < 14; i++) {
            assertThat(holds(1010, 1008, 2, 5)).isTrue();
        }
        assertThat(holds(1010, 1008, 2, 5)).isFalse();
    }

    @Test
    void bearsOneFailureInAThousand() {
        boolean holds = true;
        for (int i = 0; i < 30; i++) {
            holds = holds(1000, 999, 1, 5);
        }
        assertThat(holds).isTrue();
    }

    @Test
    void isUnknownWhereTheFirstRateWasTooHigh() {
        assertThat(holds(15, 100, 50)).isFalse();
        assertThat(rule.found()).extracting(BreakingPoint::rate).isNull();
    }

    @Test
    void tellsASimulatorThatIsTooSlowFromAServiceThatBreaks() {
        holds(10, 100, 100);
        holdsOf(1000, 500, 450);

        assertThat(rule.found()).isNotNull().satisfies(found -> {
            assertThat(found.takenRate())
                    .as("issued, and not sent for those in flight")
                    .isEqualTo(950);
            assertThat(found.latenessMicros()).isEqualTo(7000);
            assertThat(found.summary()).contains("it completed 500 per second", "no more than 950 of 1000 per second");
        });
    }

    @Test
    void tellsHowLateTheSimulatorWasWhenAServiceBroke() {
        holds(10, 100, 100);
        holdsOf(1000, 500, 500);

        assertThat(rule.found()).isNotNull().satisfies(found -> assertThat(found.summary())
                .contains("late by 7 ms then")
                .doesNotContain("no more than"));
    }

    private void holdsOf(int rate, int issued, int notSent) {
        LatencySummary late = new LatencySummary(0, 0, 0, 0, 0, 7000);
        while (rule.holds(new SecondStatistics(second++, rate, issued, issued, 0, notSent, 5, NONE, late))) {
            assertThat(second).isLessThan(100);
        }
    }

    @Test
    void learnsNothingFromSecondsInWhichNothingIsDue() {
        assertThat(holds(100, 0, 50)).isTrue();
    }
}
