package io.concor.autoconfigure.preset;

import io.concor.preset.PresetVersion;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import org.jspecify.annotations.Nullable;

/** What stands beside the content of a version, which is read without it; the names are those of the entity. */
record StoredVersionSummary(
        long number, String savedAt, @Nullable String reason) {

    PresetVersion toVersion() {
        return new PresetVersion(number, savedAtOrNever(), reason);
    }

    private Instant savedAtOrNever() {
        try {
            return Instant.parse(savedAt);
        } catch (DateTimeParseException changedByHand) {
            return Instant.EPOCH;
        }
    }
}
