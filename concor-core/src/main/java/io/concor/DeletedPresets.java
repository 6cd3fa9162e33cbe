package io.concor;

import java.util.LinkedHashSet;
import java.util.Set;

/**
 * The presets that were deleted last: far more than changes can be undone that made one the active one. Thread-safe.
 */
final class DeletedPresets {

    private static final int MOST = 1_000;

    private record Key(String flow, String name) {}

    private final Set<Key> keys = new LinkedHashSet<>();

    synchronized void add(String flow, String name) {
        keys.add(new Key(flow, name));
        if (keys.size() > MOST) {
            keys.remove(keys.iterator().next());
        }
    }

    /** It is there again. */
    synchronized void remove(String flow, String name) {
        keys.remove(new Key(flow, name));
    }

    synchronized boolean has(String flow, String name) {
        return keys.contains(new Key(flow, name));
    }
}
