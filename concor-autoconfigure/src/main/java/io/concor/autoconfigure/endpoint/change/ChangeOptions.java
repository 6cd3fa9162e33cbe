package io.concor.autoconfigure.endpoint.change;

import io.concor.InvalidSettingException;
import io.concor.autoconfigure.properties.SettingFormat;
import io.concor.manage.ChangeRequest;
import io.concor.text.SafeText;
import io.concor.text.Sentence;
import org.jspecify.annotations.Nullable;

/**
 * The options of a change, as text.
 *
 * @param expectedVersion the version that the layout must have
 * @param dryRun whether to check the change without applying it
 * @param reason the reason for the history
 * @param revertAfter the time after which the change is reverted unless it is confirmed
 */
record ChangeOptions(
        @Nullable String expectedVersion,
        @Nullable String dryRun,
        @Nullable String reason,
        @Nullable String revertAfter) {

    private static final int MAX_REASON = 500;

    ChangeRequest on(ChangeRequest request) {
        return request.expectedVersion(
                        expectedVersion == null ? null : SettingFormat.longNumber("expectedVersion", expectedVersion))
                .dryRun(dryRun != null && SettingFormat.trueOrFalse("dryRun", dryRun))
                .reason(checked(reason))
                .revertAfter(revertAfter == null ? null : SettingFormat.duration("revertAfter", revertAfter));
    }

    static @Nullable String checked(@Nullable String reason) {
        if (reason == null) {
            return null;
        }
        if (reason.length() > MAX_REASON) {
            throw wrongReason(Sentence.of("it has %d characters", reason.length()));
        }
        if (!SafeText.fits(reason)) {
            throw wrongReason("it has control characters");
        }
        return reason;
    }

    private static InvalidSettingException wrongReason(String problem) {
        return new InvalidSettingException(
                "reason", problem, Sentence.of("up to %d characters on one line", MAX_REASON));
    }
}
