package io.concor.manage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is to be done about a trial is tried again with pauses in between. */
class TrialExpiryTest {

    private final ManualClock clock = new ManualClock();
    private final AtomicInteger looks = new AtomicInteger();
    private final AtomicInteger tries = new AtomicInteger();
    private final TrialExpiry watch = new TrialExpiry("flow", clock, this::due, this::tryFor10Seconds);

    private boolean due() {
        looks.incrementAndGet();
        return true;
    }

    private void tryFor10Seconds() {
        clock.forward(Duration.ofSeconds(10));
        tries.incrementAndGet();
    }

    @AfterEach
    void stop() {
        watch.stop();
    }

    /** And until the last try has ended, from which the pause counts. */
    private void awaitLooks() {
        await("the try has ended").until(() -> Thread.getAllStackTraces().keySet().stream()
                .noneMatch(thread -> thread.getName().equals("concor-revert-flow")));
        int before = looks.get();
        await("some looks").until(() -> looks.get() > before + 3);
    }

    @Test
    void leavesTheFlowAloneForAWhileAfterATryThatTookLong() {
        watch.start();
        await("the first try").until(() -> tries.get() == 1);

        awaitLooks();
        assertThat(tries).hasValue(1);

        await("the second try").until(() -> {
            clock.forward(Duration.ofSeconds(5));
            return tries.get() > 1;
        });
    }

    @Test
    void leavesTheFlowAloneForLongerAfterEachTry() {
        watch.start();
        await("the first try").until(() -> tries.get() == 1);
        awaitLooks();
        clock.forward(Duration.ofSeconds(5));
        await("the second try").until(() -> tries.get() == 2);
        awaitLooks();

        clock.forward(Duration.ofSeconds(5));
        awaitLooks();
        assertThat(tries).hasValue(2);

        clock.forward(Duration.ofSeconds(5));
        await("the third try").until(() -> tries.get() == 3);
    }
}
