package io.concor.test;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/** Waiting for what a database will say soon. */
final class Patience {

    static final Duration DEFAULT = Duration.ofSeconds(30);

    private static final Duration POLL = Duration.ofMillis(5);

    private Patience() {}

    /**
     * Waits until a condition holds.
     *
     * @throws AssertionError with this text, if it does not hold in time
     */
    static void await(Duration limit, BooleanSupplier condition, Supplier<String> otherwise) {
        try {
            Awaitility.await()
                    .pollDelay(Duration.ZERO)
                    .pollInterval(POLL)
                    .atMost(limit)
                    .until(condition::getAsBoolean);
        } catch (ConditionTimeoutException late) {
            throw new AssertionError(otherwise.get(), late);
        }
    }
}
