package io.concor.manage;

import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Receives the outcome of each request to change a layout or a preset, except dry runs and requests for unknown names of
 * flows or presets.
 *
 * <p>Several threads call a listener at the same time: usually the one that requested the change, after the change, so
 * others may already change the flow again. Concor logs what a listener throws.
 */
public interface ChangeListener {

    /** Called when an entry was added to the history of a flow. */
    default void onRecorded(ChangeEntry entry) {}

    /** Called when a preset was saved or deleted, or its store failed to do so. */
    default void onPreset(PresetChange change) {}

    /**
     * A preset was saved or deleted, or its store failed to do so.
     *
     * @param flow the name of the flow
     * @param preset the name of the preset
     * @param at the time of the change
     * @param origin who requested the change, and how
     * @param reason the reason that the request gave, or null
     * @param error why the store failed, or null
     */
    record PresetChange(
            String flow,
            String preset,
            Outcome outcome,
            Instant at,
            ChangeOrigin origin,
            @Nullable String reason,
            @Nullable String error) {

        /** The outcome of a request. */
        public enum Outcome {
            /** The preset holds the layout that the flow had. */
            SAVED,
            /** The preset no longer exists. */
            DELETED,
            /** The store failed to save the preset. */
            NOT_SAVED,
            /** The store failed to delete the preset. */
            NOT_DELETED;

            /** Returns the name in lower case, as in logs. */
            @Override
            public String toString() {
                return name().toLowerCase(Locale.ROOT).replace('_', ' ');
            }
        }
    }
}
