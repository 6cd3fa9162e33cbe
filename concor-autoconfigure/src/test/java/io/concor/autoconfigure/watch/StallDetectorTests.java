package io.concor.autoconfigure.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class StallDetectorTests {

    private final AtomicLong nanos = new AtomicLong();
    private final StallDetector watch = new StallDetector(Duration.ofSeconds(30), nanos::get);

    @Test
    void isStalledWhenNoneHasEndedForLongEnough() {
        assertThat(watch.stalled(5, 100)).isFalse();
        pass(29);
        assertThat(watch.stalled(7, 100)).isFalse();
        pass(1);
        assertThat(watch.stalled(7, 100)).isTrue();
    }

    @Test
    void saturatesADurationBeyondTheRangeOfNanoseconds() {
        StallDetector patient = new StallDetector(Duration.ofDays(999_999), nanos::get);
        patient.stalled(5, 100);
        pass(3600);

        assertThat(patient.stalled(5, 100)).isFalse();
    }

    @Test
    void isNotStalledIfAnEventHasEnded() {
        watch.stalled(5, 100);
        pass(60);

        assertThat(watch.stalled(5, 101)).isFalse();
    }

    @Test
    void isNotStalledWhenEventsEnteredAfterALongPause() {
        watch.stalled(0, 100);
        pass(3600);

        assertThat(watch.stalled(5, 100)).isFalse();
    }

    @Test
    void isNotStalledAtTheFirstCheck() {
        pass(3600);

        assertThat(watch.stalled(5, 0)).isFalse();
    }

    @Test
    void isNotStalledAfterAnEventHasEnded() {
        watch.stalled(5, 100);
        pass(30);
        assertThat(watch.stalled(5, 100)).isTrue();

        assertThat(watch.stalled(4, 101)).isFalse();
        assertThat(watch.stalled(0, 105)).isFalse();
    }

    private void pass(long seconds) {
        nanos.addAndGet(Duration.ofSeconds(seconds).toNanos());
    }
}
