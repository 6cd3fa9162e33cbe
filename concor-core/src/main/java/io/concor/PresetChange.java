package io.concor;

import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A preset was saved or deleted. A value.
 *
 * @param flow the flow's name
 * @param preset the preset's name
 * @param outcome what became of the preset
 * @param at when
 * @param origin where it came from
 * @param reason why, in the words of who asked for it, or null where nothing was said
 */
public record PresetChange(
        String flow,
        String preset,
        Outcome outcome,
        Instant at,
        Origin origin,
        @Nullable String reason) {

    /** What became of the preset. */
    public enum Outcome {
        /** It holds the layout that the flow had, whatever it held before. */
        SAVED,
        /** It is gone. */
        DELETED;

        /** The word for this outcome in logs. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
