package io.concor.manage;

import io.concor.engine.StagedFlow;
import io.concor.layout.Layout;
import io.concor.layout.SlotState;
import io.concor.layout.Topology;
import io.concor.preset.Preset;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A flow that a manager knows, with its changes and its presets. Thread-safe. */
record ManagedFlow(StagedFlow<?, ?> flow, ChangeCoordinator changes, ActivePresets presets) {

    String name() {
        return flow.name();
    }

    /** Of one layout: where that changes while it is read, it is read again. */
    Topology topology() {
        Layout layout;
        Topology read;
        do {
            layout = changes.settledLayout();
            read = topology(layout);
        } while (flow.reader().layout() != layout);
        return read;
    }

    private Topology topology(Layout layout) {
        ActivePresets.Active active = presets.active(name());
        return TopologyReader.read(
                flow.definition(),
                flow.lifecycle().state(),
                layout,
                active == null ? null : active.preset().name(),
                active != null && active.isLeftBy(layout),
                changes.trial());
    }

    SlotState slot(String slot) {
        return flow.reader().slot(new ChangePlanner(flow.definition()).index(slot));
    }

    List<String> presetNames() {
        return presets.names(name());
    }

    Preset preset(String preset) {
        return presets.find(name(), preset);
    }

    Preset preset(String preset, long number) {
        return presets.find(name(), preset, number);
    }

    List<Preset.Version> versions(String preset) {
        return presets.versions(name(), preset);
    }

    Optional<Preset> activePreset() {
        return Optional.ofNullable(presets.active(name())).map(ActivePresets.Active::preset);
    }

    Preset.Saved save(String preset, @Nullable String reason, ChangeOrigin by) {
        return presets.save(flow.definition(), flow.reader().layout(), preset, reason, by);
    }

    ChangeResult apply(Preset preset, ChangeRequest options) {
        return changes.apply(preset, preset, options);
    }

    ChangeResult applyKnownSlots(Preset preset, ChangeRequest options) {
        return changes.apply(preset, preset.within(flow.definition().indices().keySet()), options);
    }

    void delete(String preset, @Nullable String reason, ChangeOrigin by) {
        presets.delete(name(), preset, reason, by);
    }
}
