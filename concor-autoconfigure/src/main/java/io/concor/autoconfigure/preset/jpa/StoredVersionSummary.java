package io.concor.autoconfigure.preset.jpa;

import io.concor.preset.Preset;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import org.jspecify.annotations.Nullable;

/** A projection of a version without its content. The names are those of the entity. */
record StoredVersionSummary(
        long number, String savedAt, @Nullable String reason) {

    Preset.Version toVersion() {
        return new Preset.Version(number, savedAtOrNever(), reason);
    }

    private Instant savedAtOrNever() {
        try {
            return Instant.parse(savedAt);
        } catch (DateTimeParseException changedByHand) {
            return Instant.EPOCH;
        }
    }
}
