package io.concor;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What was saved under a preset's name at one time.
 *
 * @param number grows by one each time; 1 for the first
 * @param savedAt when it was saved
 * @param reason why, in the words of who saved it, or null
 * @param preset what was saved, or null where that cannot be read any more
 */
public record PresetVersion(
        long number,
        Instant savedAt,
        @Nullable String reason,
        @Nullable Preset preset) {

    /**
     * One that can be read.
     *
     * @param number grows by one each time; 1 for the first
     * @param preset what was saved
     */
    public PresetVersion(long number, Preset preset) {
        this(number, preset.savedAt(), preset.reason(), preset);
    }
}
