package io.concor.diagnosis.signal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.concor.diagnosis.signal.ArrivalPattern.ArrivalCount;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ArrivalReadingsTest {

    private final ArrivalReadings readings = new ArrivalReadings();
    private long nanos;
    private long arrived;

    private void next(long millis, long events) {
        nanos += millis * 1_000_000;
        arrived += events;
        readings.add(nanos, arrived);
    }

    @Test
    void isZeroAtARegularPaceEvenIfReadingsAreLate() {
        for (int i = 1; i <= 10; i++) {
            next(100 + i, 100 + i);
        }

        assertThat(readings.pattern().dispersion().orElseThrow()).isCloseTo(0, within(1e-9));
    }

    @Test
    void isOneForIndependentSenders() {
        SplittableRandom random = new SplittableRandom(1);
        double next = random.nextExponential();
        for (int i = 1; i <= 5_000; i++) {
            int events = 0;
            for (; next < 10 * i; next += random.nextExponential()) {
                events++;
            }
            next(10, events);
        }

        assertThat(readings.pattern().dispersion().orElseThrow()).isCloseTo(1, within(0.1));
    }

    @Test
    void isTheSizeOfBursts() {
        for (int i = 1; i <= 10; i++) {
            next(100, i % 2 == 0 ? 100 : 0);
        }

        assertThat(readings.pattern().dispersion().orElseThrow()).isGreaterThan(40);
    }

    @Test
    void isUnknownOfFewEventsOrReadings() {
        next(100, 0);
        next(100, 500);
        assertThat(readings.pattern().dispersion()).isEmpty();
        for (int i = 1; i <= 5; i++) {
            readings.add(nanos, arrived);
        }
        assertThat(readings.pattern().dispersion()).isNotEmpty();
        assertThat(new ArrivalReadings().pattern().dispersion()).isEmpty();
    }

    @Test
    void leaveOutNoEventBetweenTwoWindows() {
        next(100, 1);
        next(100, 2);
        assertThat(readings.pattern().counts()).containsExactly(new ArrivalCount(100_000_000, 2));

        ArrivalReadings later = readings.next();
        later.add(nanos + 150_000_000, arrived + 7);

        assertThat(later.pattern().counts()).containsExactly(new ArrivalCount(150_000_000, 7));
        assertThat(new ArrivalReadings().next().pattern()).isEqualTo(ArrivalPattern.UNKNOWN);
    }
}
