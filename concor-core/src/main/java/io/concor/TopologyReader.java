package io.concor;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads a topology out of a definition and a layout. */
final class TopologyReader {

    private TopologyReader() {}

    static Topology read(
            FlowDefinition flow, FlowState state, Layout layout, @Nullable String activePreset, boolean drifted) {
        List<@Nullable JoinSettings> slots = new ArrayList<>();
        List<Topology.Stage> stages = new ArrayList<>();
        for (Component component : flow.components()) {
            JoinSettings join = layout.slots().get(component.name());
            slots.add(join);
            if (join != null || stages.isEmpty()) {
                stages.add(new Topology.Stage(component.name(), new ArrayList<>(), join));
            }
            stages.get(stages.size() - 1).components().add(component.name());
        }
        return new Topology(
                flow.name(),
                state,
                layout.version(),
                flow.components(),
                slots,
                stages,
                transactions(flow),
                activePreset,
                drifted);
    }

    private static List<Topology.TransactionRange> transactions(FlowDefinition flow) {
        return Stream.of(flow.scopeOfEach())
                .filter(Objects::nonNull)
                .distinct()
                .map(scope -> new Topology.TransactionRange(
                        scope.from(), scope.to(), scope.transactions().name()))
                .toList();
    }
}
