package io.concor.layout;

import io.concor.JoinSettings;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The content of all slots of a flow at one time.
 *
 * @param version grows by one with each change, from 1
 * @param slots the settings of the filled slots by name, in the order of the components; other slots are empty
 */
public record Layout(long version, Map<String, JoinSettings> slots) {

    /** Copies the map. */
    public Layout {
        slots = Collections.unmodifiableMap(new LinkedHashMap<>(slots));
    }
}
