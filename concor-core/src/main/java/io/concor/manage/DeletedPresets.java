package io.concor.manage;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The latest deletions of presets of a flow: many more than there are changes to undo, which could activate a deleted
 * preset again. Deletions are numbered, so that reading or saving a preset before its deletion does not cancel it.
 * Thread-safe.
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
