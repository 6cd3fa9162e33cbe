package io.concor;

import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A named, saved layout of a flow.
 *
 * @param flow the flow's name
 * @param name the preset's name
 * @param slots the settings of the filled slots by name; a slot that is not here is empty
 * @param savedAt when it was saved
 * @param reason why, in the words of who saved it, or null
 */
public record Preset(
        String flow,
        String name,
        Map<String, JoinSettings> slots,
        Instant savedAt,
        @Nullable String reason) {

    /**
     * Checks the names and keeps a copy of the slots that cannot be changed.
     *
     * @throws InvalidSettingException when a name is not allowed
     */
    public Preset {
        Names.checked("flow", flow);
        Names.checked("preset", name);
        slots = Collections.unmodifiableMap(new LinkedHashMap<>(slots));
    }
}
