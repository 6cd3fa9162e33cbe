package io.concor.sample.moneytracker;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * The settings of the money tracker.
 *
 * @param maxInFlight the most transactions inside at once, 1 to 1,048,576; further transactions are refused
 * @param databaseDelay how long a thread waits before each statement, as if the database were across a network
 */
@ConfigurationProperties(prefix = "money-tracker", ignoreUnknownFields = false)
record MoneyTrackerProperties(int maxInFlight, Duration databaseDelay) {

    private static final int MOST_IN_FLIGHT = 1_048_576;

    MoneyTrackerProperties {
        if (maxInFlight < 1 || maxInFlight > MOST_IN_FLIGHT) {
            throw new IllegalArgumentException(
                    "money-tracker.max-in-flight is " + maxInFlight + ": must be 1 to " + MOST_IN_FLIGHT);
        }
        if (databaseDelay.isNegative()) {
            throw new IllegalArgumentException(
                    "money-tracker.database-delay is " + databaseDelay.toMillis() + "ms: must not be negative");
        }
    }
}
