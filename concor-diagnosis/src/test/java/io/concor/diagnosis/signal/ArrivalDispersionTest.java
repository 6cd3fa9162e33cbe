package io.concor.diagnosis.signal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ArrivalDispersionTest {

    private final ArrivalDispersion dispersion = new ArrivalDispersion();
    private long nanos;
    private long arrived;

    private void next(long millis, long events) {
        nanos += millis * 1_000_000;
        arrived += events;
        dispersion.add(nanos, arrived);
    }

    @Test
    void isZeroAtARegularPaceEvenIfReadingsAreLate() {
        for (int i = 1; i <= 10; i++) {
            next(100 + i, 100 + i);
        }

        assertThat(dispersion.value().orElseThrow()).isCloseTo(0, within(1e-9));
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

        assertThat(dispersion.value().orElseThrow()).isCloseTo(1, within(0.1));
    }

    @Test
    void isTheSizeOfBursts() {
        for (int i = 1; i <= 10; i++) {
            next(100, i % 2 == 0 ? 100 : 0);
        }

        assertThat(dispersion.value().orElseThrow()).isGreaterThan(40);
    }

    @Test
    void isUnknownOfFewEventsOrReadings() {
        next(100, 0);
        next(100, 500);
        assertThat(dispersion.value()).isEmpty();
        for (int i = 1; i <= 5; i++) {
            dispersion.add(nanos, arrived);
        }
        assertThat(dispersion.value()).isNotEmpty();
        assertThat(new ArrivalDispersion().value()).isEmpty();
    }
}
