package io.concor.manage;

import io.concor.JoinSettings;
import io.concor.layout.Layout;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The states before the last changes, the latest first. Guarded by the lock of the flow's changes. */
final class UndoStack {

    private static final int CAPACITY = 100;

    /**
     * The state before a change.
     *
     * @param version the version of the layout
     * @param slots the filled slots
     * @param preset the active preset, or null
     */
    record BeforeChange(long version, Map<String, JoinSettings> slots, ActivePreset.@Nullable Activation preset) {

        /** Whether the change led to a version, or to an earlier one. */
        boolean isBefore(@Nullable Long otherVersion) {
            return otherVersion == null || version < otherVersion;
        }

        boolean differsFrom(Layout after) {
            return !slots.equals(after.slots());
        }
    }

    private final Deque<BeforeChange> states = new ArrayDeque<>();

    /**
     * Returns the state before the last change, or null if no change is left.
     *
     * @param version the version to which this change led at the latest, or null for any
     */
    @Nullable
    BeforeChange top(@Nullable Long version) {
        return states.stream()
                .filter(state -> state.isBefore(version))
                .findFirst()
                .orElse(null);
    }

    /** A change at start-up creates the first layout, before which there is nothing to restore. */
    void remember(BeforeChange before, Layout after, ChangeOrigin origin) {
        if (origin.source().equals(ChangeOrigin.Source.START)) {
            states.clear();
        } else if (before.differsFrom(after)) {
            states.addFirst(before);
            if (states.size() > CAPACITY) {
                states.removeLast();
            }
        }
    }

    /** Removes a state that was restored, and those of later changes. */
    void popThrough(BeforeChange restored) {
        states.removeIf(state -> state.version() >= restored.version());
    }
}
