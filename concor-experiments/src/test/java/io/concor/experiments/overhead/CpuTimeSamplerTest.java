package io.concor.experiments.overhead;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.concor.experiments.testbed.DisturbedMeasurementException;
import io.concor.experiments.testbed.ExperimentException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** By a clock that goes on by a second with each reading, and a process that is ever busier. */
class CpuTimeSamplerTest {

    private static final Instant BEGUN = Instant.parse("2026-01-02T03:04:05Z");

    private final AtomicInteger read = new AtomicInteger(-1);

    private CpuTimeSampler spending() {
        return new CpuTimeSampler(
                () -> Duration.ofMillis(100L * read.get() * read.get()), () -> after(read.incrementAndGet()));
    }

    private static Instant after(double seconds) {
        return BEGUN.plusMillis(Math.round(1000 * seconds));
    }

    @Test
    void tellsWhatWasUsedFromOneMomentToAnother() {
        try (CpuTimeSampler spending = spending()) {
            await("some readings").atMost(30, TimeUnit.SECONDS).until(() -> read.get() > 4);

            assertThat(spending.between(after(1), after(3))).isEqualTo(Duration.ofMillis(900 - 100));
            assertThat(spending.between(after(1.5), after(3.25))).isEqualTo(Duration.ofMillis(900 + 175 - 250));
        }
    }

    @Test
    void tellsNothingOfAMomentAroundWhichItCouldNotReadForTooLong() {
        try (CpuTimeSampler spending =
                new CpuTimeSampler(() -> Duration.ZERO, () -> after(3 * read.incrementAndGet()))) {
            assertThatThrownBy(() -> spending.between(after(0), after(1)))
                    .isInstanceOf(DisturbedMeasurementException.class)
                    .hasMessageContainingAll("2026-01-02T03:04:06Z is not known", "and then at 2026-01-02T03:04:08Z");
        }
    }

    @Test
    void doesNotGuessWhatItHasNotRead() {
        try (CpuTimeSampler spending = spending()) {
            assertThatThrownBy(() -> spending.between(after(-1), after(0)))
                    .isInstanceOf(ExperimentException.class)
                    .hasMessageContainingAll("2026-01-02T03:04:04Z is not known", "from 2026-01-02T03:04:05Z");
        }
    }
}
