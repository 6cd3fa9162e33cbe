package io.concor;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * The usual {@link RetryPolicy}: a number of retries, with a delay that may grow. A value: the methods that take an argument
 * return changed copies. They, and the constructor, throw an {@link InvalidSettingException} if a setting is null or out of its
 * bounds.
 *
 * @param maxRetries the largest number of retries after the first attempt, 0 to 1,000,000
 * @param delay the time before the first retry, 0 to 30 days
 * @param multiplier by which the delay grows from one retry to the next, 1 to 100
 * @param maxDelay the longest delay, 0 to 30 days
 * @param jitter by how much the delay varies at random, upwards and downwards, 0 to 30 days. It grows like the delay, which is
 *     never shorter than the first and never longer than the longest
 * @param includes the errors after which a component is tried again, with their subclasses; all if there are none. An error
 *     counts as each of its causes, too
 * @param excludes the errors after which a component is not tried again
 */
public record RetrySettings(
        int maxRetries,
        Duration delay,
        double multiplier,
        Duration maxDelay,
        Duration jitter,
        Set<Class<? extends Throwable>> includes,
        Set<Class<? extends Throwable>> excludes)
        implements RetryPolicy {

    /** The largest number of retries. */
    public static final int MOST_RETRIES = 1_000_000;
    /** The longest delay. */
    public static final Duration LONGEST_DELAY = Duration.ofDays(30);
    /** The largest multiplier. */
    public static final double LARGEST_MULTIPLIER = 100;
    /** Three retries, one second after each failed attempt, after any error. */
    public static final RetrySettings DEFAULT =
            new RetrySettings(3, Duration.ofSeconds(1), 1, LONGEST_DELAY, Duration.ZERO, Set.of(), Set.of());

    private static final int MOST_CAUSES = 20;

    /** Checks the settings. */
    public RetrySettings {
        InvalidSettingException.requireWithin("max-retries", maxRetries, 0, MOST_RETRIES);
        requireDelay("delay", delay);
        InvalidSettingException.requireWithin("multiplier", multiplier, 1.0, LARGEST_MULTIPLIER);
        requireDelay("max-delay", maxDelay);
        requireDelay("jitter", jitter);
        requireClasses("includes", includes);
        requireClasses("excludes", excludes);
        includes = Set.copyOf(includes);
        excludes = Set.copyOf(excludes);
    }

    private static void requireDelay(String field, Duration delay) {
        InvalidSettingException.requireGiven(
                field, delay, "it has no value", InvalidSettingException.range(Duration.ZERO, LONGEST_DELAY));
        InvalidSettingException.requireWithin(field, delay, Duration.ZERO, LONGEST_DELAY);
    }

    private static void requireClasses(String field, Set<Class<? extends Throwable>> classes) {
        InvalidSettingException.requireGiven(field, classes, "it has no value", "classes of exceptions, or none");
    }

    /** Returns a copy with another number of retries. */
    public RetrySettings maxRetries(int changed) {
        return new RetrySettings(changed, delay, multiplier, maxDelay, jitter, includes, excludes);
    }

    /** Returns a copy with another delay. */
    public RetrySettings delay(Duration changed) {
        return new RetrySettings(maxRetries, changed, multiplier, maxDelay, jitter, includes, excludes);
    }

    /** Returns a copy with another multiplier. */
    public RetrySettings multiplier(double changed) {
        return new RetrySettings(maxRetries, delay, changed, maxDelay, jitter, includes, excludes);
    }

    /** Returns a copy with another longest delay. */
    public RetrySettings maxDelay(Duration changed) {
        return new RetrySettings(maxRetries, delay, multiplier, changed, jitter, includes, excludes);
    }

    /** Returns a copy with another jitter. */
    public RetrySettings jitter(Duration changed) {
        return new RetrySettings(maxRetries, delay, multiplier, maxDelay, changed, includes, excludes);
    }

    /** Returns a copy that retries after these errors only. */
    @SafeVarargs
    public final RetrySettings includes(Class<? extends Throwable>... changed) {
        return new RetrySettings(
                maxRetries, delay, multiplier, maxDelay, jitter, Set.copyOf(List.of(changed)), excludes);
    }

    /** Returns a copy that does not retry after these errors. */
    @SafeVarargs
    public final RetrySettings excludes(Class<? extends Throwable>... changed) {
        return new RetrySettings(
                maxRetries, delay, multiplier, maxDelay, jitter, includes, Set.copyOf(List.of(changed)));
    }

    @Override
    public boolean shouldRetry(Throwable error) {
        return !isOneOf(excludes, error) && (includes.isEmpty() || isOneOf(includes, error));
    }

    /** Bounded, because causes may form a circle. */
    private static boolean isOneOf(Set<Class<? extends Throwable>> classes, Throwable error) {
        Throwable cause = error;
        for (int depth = 0; cause != null && depth < MOST_CAUSES; depth++) {
            Throwable present = cause;
            if (classes.stream().anyMatch(type -> type.isInstance(present))) {
                return true;
            }
            cause = cause.getCause();
        }
        return false;
    }

    @Override
    public Delays delays() {
        return new Delays() {

            private int retries;

            @Override
            public @Nullable Duration next() {
                return retries == maxRetries ? null : delayBefore(retries++);
            }
        };
    }

    /** @param retries how many there were before */
    private Duration delayBefore(int retries) {
        double growth = Math.pow(multiplier, retries);
        double most = maxDelay.toNanos();
        double nanos = Math.min(delay.toNanos() * growth, most);
        double spread = jitter.toNanos() * growth;
        double from = Math.max(Math.min(delay.toNanos(), most), nanos - spread);
        double to = Math.min(most, nanos + spread);
        return Duration.ofNanos((long) (from < to ? ThreadLocalRandom.current().nextDouble(from, to) : nanos));
    }
}
