package io.concor.autoconfigure.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.distribution.HistogramSnapshot;
import io.micrometer.core.instrument.distribution.ValueAtPercentile;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class SampleTimersTests {

    private final Random random = new Random(27);

    /** A time of at most three hours; short ones are as frequent as long ones. */
    private long time() {
        return (long) Math.exp(random.nextDouble() * Math.log(1e13));
    }

    private static HistogramSnapshot recorded(LongStream nanos) {
        Timer timer = SampleTimers.timer("timer", "").register(new SimpleMeterRegistry());
        nanos.forEach(time -> SampleTimers.record(timer, time));
        return timer.takeSnapshot();
    }

    /** A histogram may divide a nanosecond. */
    @Test
    void noPercentileIsAboveTheMaximum() {
        for (int i = 0; i < 1_000; i++) {
            HistogramSnapshot snapshot =
                    recorded(LongStream.generate(this::time).limit(1 + i % 5));

            for (ValueAtPercentile percentile : snapshot.percentileValues()) {
                assertThat(percentile.value(TimeUnit.NANOSECONDS))
                        .isLessThanOrEqualTo(snapshot.max(TimeUnit.NANOSECONDS) + 1);
            }
        }
    }

    @Test
    void aTimeIsRoundedByLittleAndInNoDirection() {
        for (int i = 0; i < 10_000; i++) {
            long nanos = time();
            assertThat((double) SampleTimers.rounded(nanos)).isCloseTo(nanos, Percentage.withPercentage(0.4));
        }
        assertThat(recorded(LongStream.range(100_000, 200_000)).mean(TimeUnit.NANOSECONDS))
                .isCloseTo(150_000, Percentage.withPercentage(0.01));
    }

    @Test
    void shortTimesStayAsTheyAre() {
        assertThat(LongStream.range(0, 256).map(SampleTimers::rounded))
                .containsExactly(LongStream.range(0, 256).boxed().toArray(Long[]::new));
    }
}
