package io.concor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.concor.RetryPolicy.Delays;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The usual retry policy. */
class RetrySettingsTest {

    private static Duration ms(long millis) {
        return Duration.ofMillis(millis);
    }

    @Test
    void growsTheDelayUpToTheLongest() {
        Delays delays = RetryPolicy.maxRetries(4)
                .delay(ms(100))
                .multiplier(3)
                .maxDelay(ms(500))
                .delays();

        assertThat(Stream.generate(delays::next).limit(5)).containsExactly(ms(100), ms(300), ms(500), ms(500), null);
    }

    @Test
    void variesTheDelayWithinItsBounds() {
        RetrySettings settings = RetryPolicy.maxRetries(2)
                .delay(ms(100))
                .multiplier(4)
                .maxDelay(ms(450))
                .jitter(ms(20));

        assertThat(IntStream.range(0, 100).mapToObj(i -> settings.delays())).allSatisfy(delays -> {
            assertThat(delays.next()).isBetween(ms(100), ms(120));
            assertThat(delays.next()).isBetween(ms(320), ms(450));
        });
        assertThat(IntStream.range(0, 100)
                        .mapToObj(i -> settings.delays().next())
                        .distinct())
                .hasSizeGreaterThan(1);
    }

    @Test
    void doesNotOverflowWithTheLargestValues() {
        Delays delays = RetryPolicy.maxRetries(RetrySettings.MOST_RETRIES)
                .delay(RetrySettings.LONGEST_DELAY)
                .multiplier(100)
                .jitter(RetrySettings.LONGEST_DELAY)
                .delays();

        assertThat(Stream.generate(delays::next).limit(1_000)).containsOnly(RetrySettings.LONGEST_DELAY);
    }

    @Test
    void waitsNotAtAllIfTheLongestDelayIsNone() {
        assertThat(RetryPolicy.maxRetries(1)
                        .maxDelay(ms(0))
                        .jitter(ms(5))
                        .delays()
                        .next())
                .isEqualTo(Duration.ZERO);
    }

    @Test
    void looksAtCausesAndPrefersExcludes() {
        RetrySettings settings = RetryPolicy.maxRetries(1)
                .includes(IOException.class, IOException.class)
                .excludes(FileNotFoundException.class);

        assertThat(settings.shouldRetry(new IllegalStateException(new IOException())))
                .isTrue();
        assertThat(settings.shouldRetry(new IllegalStateException(new FileNotFoundException())))
                .isFalse();
        assertThat(settings.shouldRetry(new IllegalStateException())).isFalse();
        assertThat(RetrySettings.DEFAULT.shouldRetry(new AssertionError())).isTrue();
    }

    static Stream<Runnable> wrong() {
        return Stream.of(
                () -> RetryPolicy.maxRetries(-1),
                () -> RetryPolicy.maxRetries(1_000_001),
                () -> RetrySettings.DEFAULT.delay(ms(-1)),
                () -> RetrySettings.DEFAULT.delay(Duration.ofDays(31)),
                () -> RetrySettings.DEFAULT.delay(null),
                () -> RetrySettings.DEFAULT.multiplier(0.5),
                () -> RetrySettings.DEFAULT.multiplier(Double.NaN),
                () -> RetrySettings.DEFAULT.maxDelay(ms(-1)),
                () -> RetrySettings.DEFAULT.jitter(ms(-1)),
                () -> new RetryAfterException(ms(-1)));
    }

    @ParameterizedTest
    @MethodSource("wrong")
    void refusesWhatIsOutOfBounds(Runnable wrong) {
        assertThatThrownBy(wrong::run)
                .isInstanceOf(InvalidSettingException.class)
                .hasMessageContaining("allowed: ");
    }

    @Test
    void tellsTheBounds() {
        assertThatThrownBy(() -> RetrySettings.DEFAULT.delay(Duration.ofDays(31)))
                .hasMessage("delay: 31d is out of bounds; allowed: 0s to 30d");
    }
}
