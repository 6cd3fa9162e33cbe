package io.concor.time;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Lets {@code await} look at once, and then after 2, 4, 8 and so on to 100 ms. By itself it looks each 100 ms, and the first time after
 * 100 ms too: for what threads do in a few microseconds, that is most of the time of a test. JUnit finds this by itself and registers it
 * for all tests of a module.
 */
public final class PromptAwaiting implements BeforeAllCallback {

    private static final int LONGEST_MILLIS = 100;
    private static final int DOUBLED = 7;

    @Override
    public void beforeAll(ExtensionContext tests) {
        Awaitility.setDefaultPollInterval((looks, before) -> pause(looks));
    }

    private static Duration pause(int looks) {
        return Duration.ofMillis(looks < DOUBLED ? 1 << looks : LONGEST_MILLIS);
    }
}
