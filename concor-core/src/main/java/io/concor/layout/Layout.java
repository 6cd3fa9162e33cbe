package io.concor.layout;

import io.concor.JoinSettings;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The content of all slots of a flow at one time.
 *
 * @param version grows by one at each change; 1 at the start
 * @param slots the settings of the filled slots by name, in the order of the components; a slot that is not here is
 *     empty
 */
public record Layout(long version, Map<String, JoinSettings> slots) {

    /** Keeps a copy that cannot be changed. */
    public Layout {
        slots = Collections.unmodifiableMap(new LinkedHashMap<>(slots));
    }
}
