package io.concor.autoconfigure.flow;

import io.concor.RetryPolicy;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.util.backoff.BackOffExecution;

/**
 * A retry policy of Spring.
 *
 * @param policy must be thread-safe
 */
record SpringRetryPolicy(org.springframework.core.retry.RetryPolicy policy) implements RetryPolicy {

    @Override
    public boolean shouldRetry(Throwable error) {
        return policy.shouldRetry(error);
    }

    /** The timeout of the policy begins with the first failure: it bounds the retries, as in a {@code RetryTemplate}. */
    @Override
    public Delays delays() {
        BackOffExecution delays = policy.getBackOff().start();
        long began = System.nanoTime();
        return () -> {
            long next = delays.nextBackOff();
            return next == BackOffExecution.STOP ? null : withinTimeout(Duration.ofMillis(next), began);
        };
    }

    private @Nullable Duration withinTimeout(Duration delay, long began) {
        Duration timeout = policy.getTimeout();
        Duration passed = Duration.ofNanos(System.nanoTime() - began);
        return timeout.isZero() || passed.plus(delay).compareTo(timeout) < 0 ? delay : null;
    }

    @Override
    public String toString() {
        return policy.toString();
    }
}
