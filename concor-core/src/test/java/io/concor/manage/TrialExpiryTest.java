package io.concor.manage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Attempts to end a trial are repeated after pauses. */
class TrialExpiryTest {

    private final ManualClock clock = new ManualClock();
    private final AtomicInteger checks = new AtomicInteger();
    private final AtomicInteger attempts = new AtomicInteger();
    private final TrialExpiry expiry = new TrialExpiry("flow", clock, this::due, this::attemptFor10Seconds);

    private boolean due() {
        checks.incrementAndGet();
        return true;
    }

    private void attemptFor10Seconds() {
        clock.forward(Duration.ofSeconds(10));
        attempts.incrementAndGet();
    }

    @AfterEach
    void stop() {
        expiry.stop();
    }

    /** Also waits for the end of the last attempt, from which the pause counts. */
    private void awaitChecks() {
        await("the attempt has ended").until(() -> Thread.getAllStackTraces().keySet().stream()
                .noneMatch(thread -> thread.getName().equals("concor-revert-flow")));
        int before = checks.get();
        await("some checks").until(() -> checks.get() > before + 3);
    }

    @Test
    void pausesAfterTheEndOfAnAttempt() {
        expiry.start();
        await("the first attempt").until(() -> attempts.get() == 1);

        awaitChecks();
        assertThat(attempts).hasValue(1);

        await("the second attempt").until(() -> {
            clock.forward(Duration.ofSeconds(5));
            return attempts.get() > 1;
        });
    }

    @Test
    void pausesLongerAfterEachAttempt() {
        expiry.start();
        await("the first attempt").until(() -> attempts.get() == 1);
        awaitChecks();
        clock.forward(Duration.ofSeconds(5));
        await("the second attempt").until(() -> attempts.get() == 2);
        awaitChecks();

        clock.forward(Duration.ofSeconds(5));
        awaitChecks();
        assertThat(attempts).hasValue(2);

        clock.forward(Duration.ofSeconds(5));
        await("the third attempt").until(() -> attempts.get() == 3);
    }
}
