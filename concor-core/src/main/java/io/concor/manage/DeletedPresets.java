package io.concor.manage;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The presets of a flow that were deleted last: many more than there are changes to undo that activated one. Deletions
 * are numbered, because a preset that was read or saved before its deletion must not count as saved again. Thread-safe.
 */
final class DeletedPresets {

    private static final int CAPACITY = 1_000;

    private final Map<String, Long> deletions = new LinkedHashMap<>();
    private long latest;

    /** Returns the number of the latest deletion. */
    synchronized long latest() {
        return latest;
    }

    synchronized void add(String preset) {
        deletions.remove(preset); // to become the newest
        deletions.put(preset, ++latest);
        if (deletions.size() > CAPACITY) {
            deletions.remove(deletions.keySet().iterator().next());
        }
    }

    /**
     * Removes a preset that was read or saved, unless it was deleted meanwhile.
     *
     * @param before the number of the latest deletion before it was read or saved
     */
    synchronized void removeUnlessAfter(long before, String preset) {
        deletions.computeIfPresent(preset, (name, deletion) -> deletion <= before ? null : deletion);
    }

    synchronized boolean contains(String preset) {
        return deletions.containsKey(preset);
    }
}
