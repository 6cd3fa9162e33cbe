package io.concor.experiments.cost;

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

/** Uses a clock that advances by a second with each sample, and a process whose CPU usage grows. */
class CpuTimeSamplerTest {

    private static final Instant BEGUN = Instant.parse("2026-01-02T03:04:05Z");

    private final AtomicInteger read = new AtomicInteger(-1);

    private CpuTimeSampler sampler() {
        return new CpuTimeSampler(
                () -> Duration.ofMillis(100L * read.get() * read.get()), () -> after(read.incrementAndGet()));
    }

    private static Instant after(double seconds) {
        return BEGUN.plusMillis(Math.round(1000 * seconds));
    }

    @Test
    void returnsTheCpuTimeBetweenTwoTimes() {
        try (CpuTimeSampler sampler = sampler()) {
            await("some readings").atMost(30, TimeUnit.SECONDS).until(() -> read.get() > 4);

            assertThat(sampler.between(after(1), after(3))).isEqualTo(Duration.ofMillis(900 - 100));
            assertThat(sampler.between(after(1.5), after(3.25))).isEqualTo(Duration.ofMillis(900 + 175 - 250));
        }
    }

    @Test
    void rejectsATimeWithinALongGap() {
        try (CpuTimeSampler sampler =
                new CpuTimeSampler(() -> Duration.ZERO, () -> after(3 * read.incrementAndGet()))) {
            assertThatThrownBy(() -> sampler.between(after(0), after(1)))
                    .isInstanceOf(DisturbedMeasurementException.class)
                    .hasMessageContainingAll("2026-01-02T03:04:06Z is unknown", "and next at 2026-01-02T03:04:08Z");
        }
    }

    @Test
    void rejectsATimeBeforeTheFirstSample() {
        try (CpuTimeSampler sampler = sampler()) {
            assertThatThrownBy(() -> sampler.between(after(-1), after(0)))
                    .isInstanceOf(ExperimentException.class)
                    .hasMessageContainingAll("2026-01-02T03:04:04Z is unknown", "from 2026-01-02T03:04:05Z");
        }
    }
}
