package io.concor.sample.moneytracker;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class MoneyTrackerPropertiesTest {

    @Test
    void refusesADelayBackInTime() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new MoneyTrackerProperties(1, Duration.ofMillis(-1)))
                .withMessage("money-tracker.database-delay is PT-0.001S: must not be negative");
    }
}
