package io.concor.manage;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The presets that were deleted last: far more than changes can be undone that made one the active one. Deletions are
 * numbered, so that what was read or saved before one is told from what is there again. Thread-safe.
 */
final class DeletedPresets {

    private static final int MOST = 1_000;

    private record Key(String flow, String name) {}

    private final Map<Key, Long> numbers = new LinkedHashMap<>();
    private long last;

    /** The number of the last deletion so far. */
    synchronized long last() {
        return last;
    }

    synchronized void add(String flow, String name) {
        Key key = new Key(flow, name);
        numbers.remove(key); // to be the newest
        numbers.put(key, ++last);
        if (numbers.size() > MOST) {
            numbers.remove(numbers.keySet().iterator().next());
        }
    }

    /**
     * It was read or saved, so it is there again, unless it was deleted meanwhile.
     *
     * @param before the number of the last deletion before it was read or saved
     */
    synchronized void seen(String flow, String name, long before) {
        Key key = new Key(flow, name);
        Long number = numbers.get(key);
        if (number != null && number <= before) {
            numbers.remove(key);
        }
    }

    synchronized boolean has(String flow, String name) {
        return numbers.containsKey(new Key(flow, name));
    }
}
