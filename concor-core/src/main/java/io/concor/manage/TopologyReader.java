package io.concor.manage;

import io.concor.JoinSettings;
import io.concor.engine.StagedFlow;
import io.concor.engine.definition.FlowDefinition;
import io.concor.layout.Layout;
import io.concor.layout.Stages;
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
                new DeliveryReader(definition, layout).read(),
                stages(definition, layout),
                transactions(definition),
                definition.placement(),
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

    private static List<Topology.Stage> stages(FlowDefinition flow, Layout layout) {
        Stages stages = flow.stages(layout.slots());
        return stages.starts()
                .mapToObj(start ->
                        stages.stage(start).mapToObj(i -> flow.component(i).name()))
                .map(names -> stage(names.toList(), layout))
                .toList();
    }

    private static Topology.Stage stage(List<String> components, Layout layout) {
        String first = components.get(0);
        return new Topology.Stage(first, components, layout.slots().get(first));
    }
}
