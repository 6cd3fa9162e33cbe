package io.concor.autoconfigure.properties;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationPropertiesSource;

/**
 * How a component is tried again.
 *
 * @param policy Name of a RetryPolicy bean, in place of all other keys. Default: the other keys.
 * @param maxRetries Maximum number of retries, 0 to 1000000. Default: 3.
 * @param delay Time before the first retry, 0s to 30d. Default: 1s.
 * @param multiplier Growth of the delay with each retry, 1 to 100. Default: 1.
 * @param maxDelay Longest delay, 0s to 30d. Default: 30d.
 * @param jitter Random variation of the delay, 0s to 30d. Default: 0s.
 * @param includes Exceptions that are retried, also as causes. Default: all.
 * @param excludes Exceptions that are not retried. Default: none.
 */
@ConfigurationPropertiesSource
public record RetryProperties(
        @Nullable String policy,
        @Nullable Integer maxRetries,
        @Nullable Duration delay,
        @Nullable Double multiplier,
        @Nullable Duration maxDelay,
        @Nullable Duration jitter,
        @Nullable List<String> includes,
        @Nullable List<String> excludes) {

    /** Reads the short form: the name of a bean. */
    public static RetryProperties valueOf(String policy) {
        return new RetryProperties(policy, null, null, null, null, null, null, null);
    }

    /** Returns whether no key has a value. */
    public boolean isEmpty() {
        return (policy == null || policy.isBlank()) && !hasSettings();
    }

    /** Returns whether a key other than the policy has a value. */
    public boolean hasSettings() {
        return Stream.of(maxRetries, delay, multiplier, maxDelay, jitter, includes, excludes)
                .anyMatch(Objects::nonNull);
    }
}
