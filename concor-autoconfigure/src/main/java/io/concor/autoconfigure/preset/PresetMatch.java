package io.concor.autoconfigure.preset;

import io.concor.Component;
import io.concor.layout.Topology;
import io.concor.preset.Preset;
import java.util.ArrayList;
import java.util.List;

/**
 * Which of the slots that a preset speaks of a flow has, and which it has not; in the order of the preset.
 *
 * @param taken the names of those that the flow has
 * @param unknown the names of those that it has not
 */
record PresetMatch(List<String> taken, List<String> unknown) {

    static PresetMatch of(Preset preset, Topology flow) {
        List<String> slots = flow.components().stream().map(Component::name).toList();
        List<String> taken = new ArrayList<>(preset.mentioned());
        taken.retainAll(slots);
        List<String> unknown = new ArrayList<>(preset.mentioned());
        unknown.removeAll(slots);
        return new PresetMatch(taken, unknown);
    }
}
