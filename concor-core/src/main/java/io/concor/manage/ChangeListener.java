package io.concor.manage;

import io.concor.ConcorException;
import io.concor.preset.PresetStoreException;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Is told what became of each change that a {@link Manager} was asked for, and of its presets; dry runs are not told.
 * Called by several threads at once, and while others may change the flow already. What it throws is logged, and harms
 * neither the change nor other listeners.
 */
public interface ChangeListener {

    /**
     * A change was made.
     *
     * @param request what was asked for
     * @param result what was done
     */
    default void onChanged(ChangeRequest request, ChangeResult result) {}

    /**
     * A change was not made.
     *
     * @param request what was asked for
     * @param reason why not
     */
    default void onRefused(ChangeRequest request, ConcorException reason) {}

    /**
     * Something was entered in the history of a flow: a change that was made or refused, or that was confirmed. What is
     * asked for an unknown flow is not.
     *
     * @param entry what was entered
     */
    default void onRecorded(ChangeEntry entry) {}

    /**
     * A preset was saved or deleted, or its store failed at that.
     *
     * @param change what became of which preset, and who asked for it
     */
    default void onPreset(PresetChange change) {}

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
}
