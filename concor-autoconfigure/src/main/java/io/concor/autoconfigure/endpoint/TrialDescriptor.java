package io.concor.autoconfigure.endpoint;

import io.concor.layout.Trial;
import org.jspecify.annotations.Nullable;

/**
 * A change on trial.
 *
 * @param version the version of the layout on trial
 * @param until when the layout from before comes back unless it is confirmed, such as {@code 2026-01-31T12:00:00Z}
 * @param who who asked for the last change on trial, left out where nobody is known
 * @param reason why, left out where nothing was said
 */
public record TrialDescriptor(
        long version,
        String until,
        @Nullable String who,
        @Nullable String reason) {

    static @Nullable TrialDescriptor of(@Nullable Trial trial) {
        return trial == null
                ? null
                : new TrialDescriptor(trial.version(), trial.until().toString(), trial.who(), trial.reason());
    }
}
