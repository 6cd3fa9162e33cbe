package io.concor.manage;

import io.concor.engine.StagedFlow;
import io.concor.layout.Layout;
import io.concor.layout.SlotState;
import io.concor.layout.Topology;
import io.concor.preset.Preset;
import io.concor.statistics.BatchDecision;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A flow that a manager knows, with its changes and its presets. Thread-safe. */
record ManagedFlow(StagedFlow<?, ?> flow, ChangeCoordinator changes, FlowPresets presets) {

    /** Reads again if the layout changes meanwhile, so that all parts belong to one layout. */
    Topology topology() {
        Layout layout;
        Topology topology;
        do {
            layout = changes.settledLayout();
            topology = TopologyReader.read(flow, layout, presets.active().get(), changes.trial());
        } while (flow.reader().layout() != layout);
        return topology;
    }

    SlotState slot(String slot) {
        return flow.reader().slot(changes.planner().index(slot));
    }

    List<BatchDecision> batchDecisions(String slot) {
        return flow.reader().batchDecisions(changes.planner().index(slot));
    }

    Preset.Saved save(String preset, @Nullable String reason, ChangeOrigin origin) {
        return presets.save(preset, flow.reader().layout(), reason, origin);
    }

    ChangeResult applyKnownSlots(Preset preset, ChangeRequest options) {
        return changes.apply(preset, preset.within(flow.definition().indices().keySet()), options);
    }
}
