package io.concor.manage;

import io.concor.Component;
import io.concor.JoinSettings;
import io.concor.engine.StagedFlow;
import io.concor.engine.definition.FlowDefinition;
import io.concor.layout.Layout;
import io.concor.layout.Topology;
import io.concor.layout.Topology.Trial;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Derives the topology of a flow from its definition and a layout. */
final class TopologyReader {

    private TopologyReader() {}

    static Topology read(
            StagedFlow<?, ?> flow, Layout layout, ActivePreset.@Nullable Activation active, @Nullable Trial trial) {
        FlowDefinition definition = flow.definition();
        List<@Nullable JoinSettings> slots = new ArrayList<>();
        definition.components().forEach(component -> slots.add(layout.slots().get(component.name())));
        return new Topology(
                flow.name(),
                flow.lifecycle().state(),
                layout.version(),
                definition.components(),
                slots,
                stages(definition, slots),
                transactions(definition),
                active == null ? null : active.preset().name(),
                active != null && active.hasDrifted(layout),
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
