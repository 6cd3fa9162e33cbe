package io.concor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SamplingTest {

    @Test
    void threeOf128IsTheDefault() {
        assertThat(Sampling.DEFAULT).isEqualTo(new Sampling(true, 3, 128));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, Sampling.MAX_INTERVAL + 1})
    void rejectsAnIntervalOutOfBounds(int interval) {
        assertThatExceptionOfType(InvalidSettingException.class)
                .isThrownBy(() -> new Sampling(true, 1, interval))
                .returns("interval", InvalidSettingException::field)
                .returns(interval + " is out of bounds", InvalidSettingException::reason)
                .returns("1 to 1000000", InvalidSettingException::allowed);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, 129})
    void rejectsABurstOutOfBoundsEvenIfDisabled(int burst) {
        assertThatExceptionOfType(InvalidSettingException.class)
                .isThrownBy(() -> new Sampling(false, burst, 128))
                .returns("burst", InvalidSettingException::field)
                .returns(burst + " is out of bounds", InvalidSettingException::reason)
                .returns("1 to interval (128)", InvalidSettingException::allowed);
    }

    @ParameterizedTest
    @CsvSource({"3, 128", "1, 1", "1, 2", "7, 10", "128, 128"})
    void measuresExactlyTheBurstOfEachInterval(int burst, int interval) {
        Sampling sampling = new Sampling(true, burst, interval);

        for (long start : new long[] {0, interval, 1_000_000L * interval}) {
            assertThat(LongStream.range(start, start + interval)
                            .filter(sampling::measures)
                            .count())
                    .isEqualTo(burst);
        }
    }

    @Test
    void measuresNothingIfDisabled() {
        Sampling sampling = new Sampling(false, 128, 128);

        assertThat(LongStream.range(0, 1_000).filter(sampling::measures)).isEmpty();
    }
}
