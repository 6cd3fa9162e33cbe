package io.concor.sample.moneytracker;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * The settings of the money tracker.
 *
 * @param databaseDelay added to each statement, so that an embedded database answers like one across a network
 */
@ConfigurationProperties(prefix = "money-tracker", ignoreUnknownFields = false)
record MoneyTrackerProperties(Duration databaseDelay) {

    MoneyTrackerProperties {
        if (databaseDelay.isNegative()) {
            throw new IllegalArgumentException(
                    "money-tracker.database-delay is " + databaseDelay + ": must not be negative");
        }
    }
}
