package io.concor.autoconfigure.endpoint.change;

import io.concor.layout.Topology.Trial;
import org.jspecify.annotations.Nullable;

/**
 * A change on trial.
 *
 * @param version the version of the layout on trial
 * @param until when the change is reverted unless it is confirmed, such as {@code 2026-01-31T12:00:00Z}
 * @param who the authenticated user of the last change on trial, absent if unknown
 * @param reason the reason, absent if none was given
 */
public record TrialDescriptor(
        long version,
        String until,
        @Nullable String who,
        @Nullable String reason) {

    /** Describes a trial; null if there is none. */
    public static @Nullable TrialDescriptor of(@Nullable Trial trial) {
        return trial == null
                ? null
                : new TrialDescriptor(trial.version(), trial.until().toString(), trial.who(), trial.reason());
    }

    /** Describes a trial after other words; empty if there is none. */
    public static String words(@Nullable TrialDescriptor trial) {
        return trial == null ? "" : ", on trial until " + trial.until();
    }
}
