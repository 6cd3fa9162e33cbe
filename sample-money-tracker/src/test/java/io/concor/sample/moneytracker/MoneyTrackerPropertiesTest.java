package io.concor.sample.moneytracker;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MoneyTrackerPropertiesTest {

    @ParameterizedTest
    @ValueSource(ints = {0, 1_048_577})
    void refusesMoreInsideThanAFlowCanHoldAndFewerThanOne(int maxInFlight) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new MoneyTrackerProperties(maxInFlight, Duration.ZERO))
                .withMessage("money-tracker.max-in-flight is " + maxInFlight + ": must be 1 to 1048576");
    }

    @Test
    void refusesADelayBackInTime() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new MoneyTrackerProperties(1, Duration.ofMillis(-1)))
                .withMessage("money-tracker.database-delay is -1ms: must not be negative");
    }
}
