package io.concor.manage;

import io.concor.Component;
import io.concor.JoinSettings;
import io.concor.engine.definition.FlowDefinition;
import io.concor.layout.FlowState;
import io.concor.layout.Layout;
import io.concor.layout.Topology;
import io.concor.layout.Topology.Trial;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads a topology out of a definition and a layout. */
final class TopologyReader {

    private TopologyReader() {}

    static Topology read(
            FlowDefinition flow,
            FlowState state,
            Layout layout,
            @Nullable String activePreset,
            boolean drifted,
            @Nullable Trial trial) {
        List<@Nullable JoinSettings> slots = new ArrayList<>();
        for (Component component : flow.components()) {
            slots.add(layout.slots().get(component.name()));
        }
        return new Topology(
                flow.name(),
                state,
                layout.version(),
                flow.components(),
                slots,
                stages(flow, slots),
                transactions(flow),
                activePreset,
                drifted,
                trial);
    }

    private static List<Topology.TransactionScope> transactions(FlowDefinition flow) {
        return Stream.of(flow.scopeOfEach())
                .filter(Objects::nonNull)
                .distinct()
                .map(scope -> new Topology.TransactionScope(
                        scope.from(), scope.to(), scope.transactions().name()))
                .toList();
    }

    private static List<Topology.Stage> stages(FlowDefinition flow, List<@Nullable JoinSettings> slots) {
        List<Topology.Stage> stages = new ArrayList<>();
        int from = 0;
        for (int next = 1; next <= flow.size(); next++) {
            if (next == flow.size() || slots.get(next) != null) {
                List<String> names = flow.components().subList(from, next).stream()
                        .map(Component::name)
                        .toList();
                stages.add(new Topology.Stage(names.get(0), names, slots.get(from)));
                from = next;
            }
        }
        return stages;
    }
}
