package io.concor.sample.moneytracker;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * The settings of the money tracker.
 *
 * @param maxInFlight the most transactions inside at once, 1 to 1,048,576; more are refused
 * @param databaseDelay added to each statement, so that an embedded database answers like one across a network
 */
@ConfigurationProperties(prefix = "money-tracker", ignoreUnknownFields = false)
record MoneyTrackerProperties(int maxInFlight, Duration databaseDelay) {

    MoneyTrackerProperties {
        if (maxInFlight < 1) {
            throw new IllegalArgumentException(
                    "money-tracker.max-in-flight is " + maxInFlight + ": must be at least 1");
        }
        if (databaseDelay.isNegative()) {
            throw new IllegalArgumentException(
                    "money-tracker.database-delay is " + databaseDelay + ": must not be negative");
        }
    }
}
