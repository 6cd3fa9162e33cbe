package io.concor.autoconfigure.security.password;

import io.concor.text.SafeText;
import io.concor.text.Sentence;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs the number of failed log-ins, at most one line per minute. Thread-safe. */
public final class FailedLoginLog {

    private static final Logger logger = LoggerFactory.getLogger(FailedLoginLog.class);

    private final Executor afterAMinute;
    private int failed;
    private int refused;
    private String last = "";
    private boolean silent;

    /** @param afterAMinute runs an action a minute later */
    FailedLoginLog(Executor afterAMinute) {
        this.afterAMinute = afterAMinute;
    }

    /** Creates a log. */
    public static FailedLoginLog onceAMinute() {
        return new FailedLoginLog(afterAMinute());
    }

    /** The JDK has one thread for all delays. It starts here: Tomcat would report one that a request starts as a leak. */
    private static Executor afterAMinute() {
        CompletableFuture.delayedExecutor(0, TimeUnit.SECONDS).execute(() -> {});
        return CompletableFuture.delayedExecutor(1, TimeUnit.MINUTES);
    }

    /** Counts a wrong password. */
    synchronized void failed(String user, String address) {
        failed++;
        reportUnlessSilent(shown(user, address));
    }

    /** Counts a log-in whose password was not checked. */
    synchronized void refused(String user, String address) {
        refused++;
        reportUnlessSilent(shown(user, address));
    }

    /** Counts a log-in at a provider that ended with an error. */
    public synchronized void failedAtProvider(String error, String address) {
        failed++;
        reportUnlessSilent(
                Sentence.of("at the provider, from %s, with the error '%s'", address, SafeText.shown(error)));
    }

    private static String shown(String user, String address) {
        return Sentence.of("user '%s' from %s", SafeText.shown(user), address);
    }

    private void reportUnlessSilent(String login) {
        last = login;
        if (!silent) {
            report();
        }
    }

    private void report() {
        logger.warn(
                "Log-ins to the management endpoints since the last report: {} failed, {} refused without a check of the"
                        + " password; the last: {}",
                failed,
                refused,
                last);
        failed = 0;
        refused = 0;
        silent = true;
        afterAMinute.execute(this::endSilence);
    }

    private synchronized void endSilence() {
        silent = false;
        if (failed + refused > 0) {
            report();
        }
    }
}
