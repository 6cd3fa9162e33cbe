package io.concor.autoconfigure.preset;

import io.concor.Component;
import io.concor.layout.Topology;
import io.concor.preset.Preset;
import java.util.ArrayList;
import java.util.List;

/**
 * The slots of a preset that a flow has, and those that it does not have, in the order of the preset.
 *
 * @param known the names of the slots that the flow has
 * @param unknown the names of the slots that it does not have
 */
record PresetMatch(List<String> known, List<String> unknown) {

    static PresetMatch of(Preset preset, Topology flow) {
        List<String> slots = flow.components().stream().map(Component::name).toList();
        List<String> known = new ArrayList<>(preset.mentioned());
        known.retainAll(slots);
        List<String> unknown = new ArrayList<>(preset.mentioned());
        unknown.removeAll(slots);
        return new PresetMatch(known, unknown);
    }
}
