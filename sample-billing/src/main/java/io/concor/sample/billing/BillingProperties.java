package io.concor.sample.billing;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.util.unit.DataSize;

/**
 * The settings of the billing.
 *
 * @param maxInFlight the most records inside at once, 1 to 1,048,576; further records are refused
 * @param minimumLength calls that are shorter cost nothing, in whole seconds
 * @param databaseDelay how long a thread waits before each statement, as if the database were across a network
 * @param bulk the settings of uploads
 * @param inbox the settings of files
 */
@ConfigurationProperties(prefix = "billing", ignoreUnknownFields = false)
public record BillingProperties(
        int maxInFlight, Duration minimumLength, Duration databaseDelay, Bulk bulk, Inbox inbox) {

    private static final int MOST_IN_FLIGHT = 1_048_576;
    private static final Duration LONGEST_MINIMUM = Duration.ofHours(1);

    public BillingProperties {
        require(
                maxInFlight >= 1 && maxInFlight <= MOST_IN_FLIGHT,
                "max-in-flight",
                maxInFlight,
                "must be 1 to " + MOST_IN_FLIGHT);
        require(
                !minimumLength.isNegative()
                        && minimumLength.compareTo(LONGEST_MINIMUM) <= 0
                        && minimumLength.getNano() == 0,
                "minimum-length",
                minimumLength.toMillis() + "ms",
                "must be whole seconds, 0s to 1h");
        require(!databaseDelay.isNegative(), "database-delay", databaseDelay.toMillis() + "ms", "must not be negative");
        require(
                bulk.maxInFlight() <= maxInFlight,
                "bulk.max-in-flight",
                bulk.maxInFlight(),
                "must be at most max-in-flight, which is " + maxInFlight);
    }

    /**
     * The settings of uploads.
     *
     * @param maxInFlight the most records of uploads and files inside at once
     * @param uploads the most uploads that wait for room at once; further uploads are refused
     * @param maxBytes the largest upload, at most 64 MB
     * @param patience how long an upload waits for room; its other records are refused
     */
    public record Bulk(int maxInFlight, int uploads, DataSize maxBytes, Duration patience) {

        private static final DataSize MOST_BYTES = DataSize.ofMegabytes(64);

        public Bulk {
            require(maxInFlight >= 1, "bulk.max-in-flight", maxInFlight, "must be at least 1");
            require(uploads >= 1, "bulk.uploads", uploads, "must be at least 1");
            require(
                    maxBytes.toBytes() >= 1 && maxBytes.compareTo(MOST_BYTES) <= 0,
                    "bulk.max-bytes",
                    maxBytes,
                    "must be 1B to 64MB");
            require(!patience.isNegative(), "bulk.patience", patience.toMillis() + "ms", "must not be negative");
        }
    }

    /**
     * The settings of files.
     *
     * @param folder where files are expected; null if none are
     * @param poll how long to wait before the folder is read again
     * @param maxBytes the largest file that is read
     */
    public record Inbox(@Nullable Path folder, Duration poll, DataSize maxBytes) {

        public Inbox {
            require(poll.toMillis() >= 1, "inbox.poll", poll.toMillis() + "ms", "must be at least 1ms");
            require(maxBytes.toBytes() >= 1, "inbox.max-bytes", maxBytes, "must be at least 1B");
        }
    }

    private static void require(boolean condition, String property, Object value, String rule) {
        if (!condition) {
            throw new IllegalArgumentException("billing." + property + " is " + value + ": " + rule);
        }
    }
}
