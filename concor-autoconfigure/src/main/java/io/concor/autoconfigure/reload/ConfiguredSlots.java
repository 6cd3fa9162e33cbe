package io.concor.autoconfigure.reload;

import io.concor.autoconfigure.properties.FlatSettings;
import io.concor.autoconfigure.properties.FlowSettings;
import io.concor.autoconfigure.properties.PropertyPath;
import io.concor.autoconfigure.properties.TaskSettings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The configured slots of a flow. A value.
 *
 * @param components the name, bean and node of each component, in order
 * @param settings the configured settings of slots, by the name of the component
 */
record ConfiguredSlots(List<String> components, Map<String, FlatSettings> settings) {

    static ConfiguredSlots of(FlowSettings flow) {
        List<String> components = new ArrayList<>();
        Map<String, FlatSettings> settings = new LinkedHashMap<>();
        for (TaskSettings task : flow.tasks()) {
            PropertyPath place = PropertyPath.flow("").component(components.size(), task);
            String name = Objects.requireNonNullElse(place.component(), "");
            components.add(name + "=" + place.bean() + "@" + task.node());
            FlatSettings slot = flow.slot(name, task);
            if (slot != null) {
                settings.put(name, slot);
            }
        }
        return new ConfiguredSlots(components, settings);
    }

    /** Returns the settings that were added or changed. */
    Map<String, FlatSettings> changedSince(ConfiguredSlots before) {
        Map<String, FlatSettings> changed = new LinkedHashMap<>(settings);
        changed.entrySet().removeAll(before.settings.entrySet());
        return changed;
    }

    /** Returns the slots whose settings were removed. */
    List<String> removedSince(ConfiguredSlots before) {
        return before.settings.keySet().stream()
                .filter(slot -> !settings.containsKey(slot))
                .toList();
    }
}
