package io.concor.autoconfigure.endpoint.flow;

import io.concor.Component;
import io.concor.JoinSettings;
import io.concor.SlotSetting;
import io.concor.TaskKind;
import io.concor.autoconfigure.endpoint.PlainText;
import io.concor.autoconfigure.endpoint.SlotDescriptor;
import io.concor.autoconfigure.endpoint.change.TrialDescriptor;
import io.concor.autoconfigure.endpoint.figure.TextTable;
import io.concor.autoconfigure.properties.FlatSettings;
import io.concor.layout.DeliveryGuarantee;
import io.concor.layout.FlowInstance;
import io.concor.layout.Placement;
import io.concor.layout.Topology;
import io.concor.text.Sentence;
import java.lang.reflect.Type;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * The topology of a flow: its components, slots and stages.
 *
 * @param name the name of the flow
 * @param state {@code running}, {@code stopping}, {@code stopped} or {@code closed}
 * @param version the version of the layout
 * @param activePreset the preset that was applied or saved last, absent if there is none
 * @param drifted whether the layout differs from the active preset
 * @param trial the change on trial, absent if there is none
 * @param nodes the nodes on which the components run, in the order of the components; absent if there is none
 * @param instances the processes that share the flow by its remote slots and run none of these nodes: all of them if the flow has no
 *     nodes, so that {@code nodes} has names only; absent if there is none
 * @param components the components in order
 * @param stages the stages in order
 * @param transactions the transactions in the order of their components
 */
public record TopologyDescriptor(
        String name,
        String state,
        long version,
        @Nullable String activePreset,
        boolean drifted,
        @Nullable TrialDescriptor trial,
        @Nullable List<NodeDescriptor> nodes,
        @Nullable List<InstanceDescriptor> instances,
        List<ComponentDescriptor> components,
        List<StageDescriptor> stages,
        List<TransactionDescriptor> transactions)
        implements OperationResponseBody, PlainText {

    /** The settings that fit into a line with the other columns. */
    private static final List<SlotSetting<?>> SHOWN = SlotSetting.all().stream()
            .filter(setting -> setting != SlotSetting.KEEP_ALIVE)
            .toList();

    @Override
    public String plainText() {
        TextTable<ComponentDescriptor> table = SlotDescriptor.columns(
                        TextTable.<ComponentDescriptor>create()
                                .text("component", ComponentDescriptor::name)
                                .text("kind", ComponentDescriptor::kind)
                                .text("stage", this::stage),
                        ComponentDescriptor::slot,
                        SHOWN)
                .textIfAny("delivery", ComponentDescriptor::delivery)
                .textIfAny("node", ComponentDescriptor::shownNode)
                .text("bean", ComponentDescriptor::bean);
        return Sentence.of(
                "flow %s: %s, layout version %d, %s%s\n\n%s%s",
                name,
                state,
                version,
                presetState(),
                TrialDescriptor.words(trial),
                table.format(components),
                processes());
    }

    private String processes() {
        List<RunningNode> running = Stream.concat(
                        orEmpty(nodes).stream().flatMap(node -> RunningNode.of(node.name(), node.instances())),
                        RunningNode.of(null, instances))
                .toList();
        return running.isEmpty() ? "" : "\n" + RunningNode.TABLE.format(running);
    }

    private static <T> List<T> orEmpty(@Nullable List<T> list) {
        return list == null ? List.of() : list;
    }

    /** A line of text. */
    private record RunningNode(@Nullable String node, InstanceDescriptor instance) {

        static final TextTable<RunningNode> TABLE = TextTable.<RunningNode>create()
                .textIfAny("node", RunningNode::node)
                .text("instance", line -> line.instance.name() + (line.instance.here() ? " (here)" : ""))
                .text("since", line -> line.instance.since())
                .text("digest", line -> line.instance.digest());

        static Stream<RunningNode> of(@Nullable String node, @Nullable List<InstanceDescriptor> instances) {
            return orEmpty(instances).stream().map(instance -> new RunningNode(node, instance));
        }
    }

    private String stage(ComponentDescriptor component) {
        return stages.stream()
                .filter(stage -> stage.components().contains(component.name()))
                .map(StageDescriptor::name)
                .findFirst()
                .orElse("");
    }

    private String presetState() {
        if (activePreset == null) {
            return "no active preset";
        }
        return Sentence.of("active preset %s%s", activePreset, drifted ? " (drifted)" : "");
    }

    /**
     * A component.
     *
     * @param name the name of the component
     * @param kind the kind of its task; absent if it runs elsewhere, and neither its bean nor a process that runs it tells the kind
     * @param bean the name of its bean, absent if the task is not a bean
     * @param inputType the type of its input, absent if unknown
     * @param outputType the type of its output, absent if unknown
     * @param keyType the type of its keys, absent if it is not keyed or does not declare one
     * @param slot the settings of the slot in front of it
     * @param delivery {@code exactly-once} or {@code at-least-once}: how often the effects of the stage happen for an event that
     *     the slot keeps in a store; absent if its events wait in memory, or are handled elsewhere
     * @param node the node on which it runs, absent if every process runs it
     * @param here whether it runs in this process; absent if the flow has no nodes. If not, its slot is served elsewhere
     */
    public record ComponentDescriptor(
            String name,
            @Nullable String kind,
            @Nullable String bean,
            @Nullable String inputType,
            @Nullable String outputType,
            @Nullable String keyType,
            SlotDescriptor slot,
            @Nullable String delivery,
            @Nullable String node,
            @Nullable Boolean here) {

        static ComponentDescriptor of(
                Component component,
                @Nullable TaskKind kind,
                @Nullable String bean,
                @Nullable JoinSettings join,
                @Nullable DeliveryGuarantee delivery,
                @Nullable String node,
                @Nullable Boolean here) {
            return new ComponentDescriptor(
                    component.name(),
                    kind == null ? null : kind.toString(),
                    bean,
                    name(component.inputType()),
                    name(component.outputType()),
                    name(component.keyType()),
                    SlotDescriptor.of(join, component.kind()),
                    delivery == null ? null : delivery.toString(),
                    node,
                    here);
        }

        private @Nullable String shownNode() {
            return Boolean.FALSE.equals(here) ? node + " (elsewhere)" : node;
        }

        private static @Nullable String name(@Nullable Type type) {
            return type == null ? null : type.getTypeName();
        }
    }

    /**
     * A stage: consecutive components that are served by one join.
     *
     * @param name the name of its first component
     * @param components the names of its components in order
     * @param pool the pool that serves the stage; {@code none} if the entering threads do
     * @param threads the number of threads of the pool: exact for a fixed or keyed pool, maximum for a cached or virtual pool
     */
    public record StageDescriptor(
            String name,
            List<String> components,
            String pool,
            @Nullable Integer threads) {

        static StageDescriptor of(Topology.Stage stage) {
            JoinSettings join = stage.join();
            return new StageDescriptor(
                    stage.name(),
                    stage.components(),
                    join == null ? FlatSettings.NONE : join.pool().toString(),
                    join == null ? null : join.threads());
        }
    }

    /**
     * A node.
     *
     * @param name its name
     * @param here whether this process runs its components
     * @param instances the processes that run them, in the order in which they began; absent if the store of the flow knows none
     */
    public record NodeDescriptor(
            String name, boolean here, @Nullable List<InstanceDescriptor> instances) {}

    /**
     * Consecutive components that run in one transaction for each event.
     *
     * @param from the name of its first component
     * @param to the name of its last component
     * @param manager the name of the bean of the transaction manager, or of its class if it is not a bean
     */
    public record TransactionDescriptor(String from, String to, String manager) {

        static TransactionDescriptor of(Topology.TransactionScope scope) {
            return new TransactionDescriptor(scope.from(), scope.to(), scope.manager());
        }
    }

    /** @param instances the processes that share the flow, as far as they are known */
    static TopologyDescriptor of(Topology topology, List<FlowInstance> instances, ComponentBeanNames beans) {
        return new TopologyDescriptor(
                topology.flow(),
                topology.state().toString(),
                topology.version(),
                topology.activePreset(),
                topology.drifted(),
                TrialDescriptor.of(topology.trial()),
                nodes(topology.placement(), instances),
                instancesElsewhere(topology.placement(), instances),
                components(topology, instances, beans),
                topology.stages().stream().map(StageDescriptor::of).toList(),
                topology.transactions().stream().map(TransactionDescriptor::of).toList());
    }

    private static @Nullable List<NodeDescriptor> nodes(Placement placement, List<FlowInstance> instances) {
        return placement.nodes().isEmpty()
                ? null
                : placement.nodes().stream()
                        .map(node -> new NodeDescriptor(
                                node, placement.isHere(node), instances.isEmpty() ? null : on(node, instances)))
                        .toList();
    }

    private static List<InstanceDescriptor> on(String node, List<FlowInstance> instances) {
        return instances.stream()
                .filter(instance -> instance.nodes().contains(node))
                .map(InstanceDescriptor::of)
                .toList();
    }

    /** A process of another version may have nodes that this one does not know. */
    private static @Nullable List<InstanceDescriptor> instancesElsewhere(
            Placement placement, List<FlowInstance> instances) {
        List<InstanceDescriptor> elsewhere = instances.stream()
                .filter(instance -> Collections.disjoint(placement.nodes(), instance.nodes()))
                .map(InstanceDescriptor::of)
                .toList();
        return elsewhere.isEmpty() ? null : elsewhere;
    }

    private static List<ComponentDescriptor> components(
            Topology topology, List<FlowInstance> instances, ComponentBeanNames beans) {
        Placement placement = topology.placement();
        boolean hasNodes = !placement.nodes().isEmpty();
        return IntStream.range(0, topology.components().size())
                .mapToObj(index -> {
                    Component component = topology.components().get(index);
                    return ComponentDescriptor.of(
                            component,
                            kind(topology, index, instances),
                            beans.name(component),
                            topology.slots().get(index),
                            topology.deliveries().get(index),
                            placement.node(index),
                            hasNodes ? placement.isHere(index) : null);
                })
                .toList();
    }

    /** Returns the kind of a component's task, as a process says that runs it; null if nothing tells it. */
    private static @Nullable TaskKind kind(Topology topology, int component, List<FlowInstance> instances) {
        Component known = topology.components().get(component);
        return topology.placement().isHere(component)
                ? known.kind()
                : ofEqualFlow(instances)
                        .map(instance -> instance.kinds().get(component))
                        .filter(Objects::nonNull)
                        .findFirst()
                        .orElse(known.isKindKnown() ? known.kind() : null);
    }

    /** In another version of the flow, other components may stand at these positions. */
    private static Stream<FlowInstance> ofEqualFlow(List<FlowInstance> instances) {
        return instances.stream().filter(FlowInstance::here).flatMap(here -> instances.stream()
                .filter(instance -> instance.digest().equals(here.digest())));
    }
}
