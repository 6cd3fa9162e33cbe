package io.concor.manage;

import io.concor.JoinSettings;
import io.concor.layout.Layout;
import io.concor.preset.Preset;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The active preset of a flow: the one saved or applied last, unless it was deleted. Keeps the latest deletions, many more
 * than there are changes to undo, which could activate a deleted preset again. Thread-safe.
 */
final class ActivePreset {

    private static final int MOST_DELETIONS = 1_000;

    /**
     * How a preset became the active one.
     *
     * @param slots the filled slots that the preset asks for
     * @param version the version of the layout that was saved, created from the preset, or restored with it
     * @param saved whether the preset was saved rather than applied
     */
    record Activation(Preset preset, Map<String, JoinSettings> slots, long version, boolean saved) {

        static Activation ofSaved(Preset preset, long version) {
            return new Activation(preset, preset.slots(), version, true);
        }

        /** Slots of the preset that the flow does not have count as drifted. */
        static Activation ofApplied(Preset preset, Layout created) {
            Map<String, JoinSettings> slots = new LinkedHashMap<>(preset.slots());
            slots.putAll(created.slots());
            return new Activation(preset, slots, created.version(), false);
        }

        boolean hasDrifted(Layout layout) {
            return !slots.equals(layout.slots());
        }

        private boolean isFor(String name) {
            return preset.name().equals(name);
        }
    }

    /** The numbers of the deletions by the names of the presets, the oldest first; guarded by this. */
    private final Map<String, Long> deletions = new LinkedHashMap<>();

    private long latestDeletion;
    private volatile @Nullable Activation present;

    @Nullable
    Activation get() {
        return present;
    }

    /** Of two activations at once, the one for the later layout wins. */
    synchronized void activate(Activation next) {
        Activation last = present;
        if (last == null || last.version() <= next.version()) {
            present = unlessDeleted(next);
        }
    }

    /**
     * Restores the preset that was active with an earlier layout, or none if it was deleted since. A preset that was
     * saved since stays active, because an undo does not take that back; so does one that was applied since under the
     * same name, because that is what the store holds.
     *
     * @param version the version of the layout that was restored
     */
    synchronized void restore(@Nullable Activation earlier, long version) {
        Activation last = present;
        if (earlier == null) {
            present = last != null && last.saved() ? last : null;
        } else if (last == null || !(last.saved() || last.isFor(earlier.preset().name()))) {
            present = unlessDeleted(new Activation(earlier.preset(), earlier.slots(), version, earlier.saved()));
        }
    }

    private @Nullable Activation unlessDeleted(Activation next) {
        return deletions.containsKey(next.preset().name()) ? null : next;
    }

    synchronized long latestDeletion() {
        return latestDeletion;
    }

    /** Notes the deletion of a preset, which is no longer the active one. */
    synchronized void deleted(String preset) {
        deletions.remove(preset); // to become the newest
        deletions.put(preset, ++latestDeletion);
        if (deletions.size() > MOST_DELETIONS) {
            deletions.remove(deletions.keySet().iterator().next());
        }
        Activation last = present;
        if (last != null && last.isFor(preset)) {
            present = null;
        }
    }

    /**
     * Notes that a preset was read or saved, so that it exists unless it was deleted meanwhile.
     *
     * @param before the number of the latest deletion before it was read or saved
     */
    synchronized void exists(String preset, long before) {
        deletions.computeIfPresent(preset, (name, deletion) -> deletion <= before ? null : deletion);
    }
}
