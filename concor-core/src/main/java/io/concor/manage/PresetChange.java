package io.concor.manage;

import io.concor.preset.PresetStoreException;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A preset was saved or deleted, or its store failed at that. A value.
 *
 * @param flow the flow's name
 * @param preset the preset's name
 * @param outcome what became of the preset
 * @param at when
 * @param origin where it came from
 * @param reason why, in the words of who asked for it, or null where nothing was said
 * @param error why it was not done, or null where it was
 */
public record PresetChange(
        String flow,
        String preset,
        Outcome outcome,
        Instant at,
        ChangeOrigin origin,
        @Nullable String reason,
        @Nullable String error) {

    PresetChange failed(Outcome not, PresetStoreException failure) {
        return new PresetChange(flow, preset, not, at, origin, reason, String.valueOf(failure.getMessage()));
    }

    /** What became of the preset. */
    public enum Outcome {
        /** It holds the layout that the flow had, whatever it held before. */
        SAVED,
        /** It is gone. */
        DELETED,
        /** It could not be kept. */
        NOT_SAVED,
        /** It could not be removed. */
        NOT_DELETED;

        /** The word for this outcome in logs. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }
}
