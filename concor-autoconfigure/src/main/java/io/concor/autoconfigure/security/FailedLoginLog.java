package io.concor.autoconfigure.security;

import io.concor.text.SafeText;
import java.util.Locale;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs the number of failed log-ins, at most one line per minute. Thread-safe. */
final class FailedLoginLog {

    private static final Logger logger = LoggerFactory.getLogger(FailedLoginLog.class);

    private final Executor afterAMinute;
    private int failed;
    private int refused;
    private String last = "";
    private boolean silent;

    /**
     * Creates a log.
     *
     * @param afterAMinute runs an action a minute later
     */
    FailedLoginLog(Executor afterAMinute) {
        this.afterAMinute = afterAMinute;
    }

    /** Counts a wrong password. */
    synchronized void failed(String user, String address) {
        failed++;
        reportUnlessSilent(user, address);
    }

    /** Counts a log-in whose password was not checked. */
    synchronized void refused(String user, String address) {
        refused++;
        reportUnlessSilent(user, address);
    }

    private void reportUnlessSilent(String user, String address) {
        last = String.format(Locale.ROOT, "user '%s' from %s", SafeText.shown(user), address);
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
