package io.concor.sample.billing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RateTest {

    @ParameterizedTest
    @CsvSource({"1990,60,0,0", "1990,60,1,1990", "1990,60,60,1990", "1990,60,61,3980", "15,1,61,915", "0,60,61,0"})
    void chargesEachStartedIncrement(long price, int incrementSeconds, int seconds, long amount) {
        assertThat(new Rate.Tariff(price, incrementSeconds).priceOf(seconds)).isEqualTo(amount);
    }
}
