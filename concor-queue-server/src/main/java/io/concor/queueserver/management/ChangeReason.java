package io.concor.queueserver.management;

import io.concor.InvalidSettingException;
import io.concor.text.SafeText;
import org.jspecify.annotations.Nullable;

/** The reason for the log that an operator may give for a change. */
final class ChangeReason {

    private static final int MOST = 500;

    private ChangeReason() {}

    /** @throws InvalidSettingException if it is there and cannot be logged */
    static void require(@Nullable String reason) {
        if (reason != null && (reason.isBlank() || reason.length() > MOST || !SafeText.fits(reason))) {
            throw new InvalidSettingException(
                    "reason",
                    "it is blank, too long, or has control characters",
                    "1 to " + MOST + " characters on one line");
        }
    }

    /** Returns it as the end of a line of the log. */
    static String inLog(@Nullable String reason) {
        return reason == null ? "" : ": " + reason;
    }
}
