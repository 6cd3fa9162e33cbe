package io.concor.autoconfigure.endpoint.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.concor.Component;
import io.concor.Flow;
import io.concor.FlowBuilder;
import io.concor.Flows;
import io.concor.JoinSettings;
import io.concor.QueueKind;
import io.concor.TaskKind;
import io.concor.autoconfigure.endpoint.flow.TopologyDescriptor.ComponentDescriptor;
import io.concor.autoconfigure.endpoint.flow.TopologyDescriptor.NodeDescriptor;
import io.concor.autoconfigure.flow.NodeFlowFixture;
import io.concor.layout.FlowInstance;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;

/** What a process shows of components that run elsewhere. */
class NodesInTopologyTests extends NodeFlowFixture {

    private TopologyDescriptor topology() {
        ComponentBeanNames none = new ComponentBeanNames(new DefaultListableBeanFactory());
        return new ConcorEndpoint(manager, none).topology("orders");
    }

    @Test
    void componentsElsewhereAreMarked() {
        try (Flow<String, String> flow = flow("edge")) {
            assertThat(topology().nodes()).containsExactly(new NodeDescriptor("core", false, null));
            assertThat(topology().components())
                    .extracting(ComponentDescriptor::node, ComponentDescriptor::here, ComponentDescriptor::delivery)
                    .containsExactly(tuple(null, true, null), tuple("core", false, null), tuple("core", false, null));
            assertThat(topology().plainText()).contains("core (elsewhere)");
        }
    }

    @Test
    void componentsOfAProcessThatIsNoNodeAreAllHere() {
        try (Flow<String, String> flow = flow()) {
            assertThat(topology().nodes()).containsExactly(new NodeDescriptor("core", true, null));
            assertThat(topology().components())
                    .extracting(ComponentDescriptor::here)
                    .containsOnly(true);
            assertThat(topology().components())
                    .extracting(ComponentDescriptor::delivery)
                    .containsExactly(null, "at-least-once", null);
        }
    }

    private static FlowInstance instance(String name, boolean here, String... nodes) {
        return instance(name, "f00000000001", Map.of(), here, nodes);
    }

    private static FlowInstance instance(
            String name, String digest, Map<Integer, TaskKind> kinds, boolean here, String... nodes) {
        return new FlowInstance(name, List.of(nodes), digest, Instant.EPOCH, kinds, here);
    }

    private static InstanceDescriptor shown(String name, boolean here) {
        return new InstanceDescriptor(name, "1970-01-01T00:00:00Z", here, "f00000000001");
    }

    private TopologyDescriptor topology(FlowInstance... instances) {
        ComponentBeanNames none = new ComponentBeanNames(new DefaultListableBeanFactory());
        return TopologyDescriptor.of(manager.flow("orders").topology(), List.of(instances), none);
    }

    @Test
    void processesAreShownUnderTheNodesThatTheyRun() {
        try (Flow<String, String> flow = flow("edge")) {
            TopologyDescriptor topology = topology(
                    instance("edge-1/1", true),
                    instance("core-1/1", false, "core"),
                    instance("new-1/1", false, "core", "other"));

            assertThat(topology.nodes())
                    .containsExactly(new NodeDescriptor(
                            "core", false, List.of(shown("core-1/1", false), shown("new-1/1", false))));
            assertThat(topology.instances()).containsExactly(shown("edge-1/1", true));
            assertThat(topology.plainText())
                    .contains(
                            "node  instance         since                 digest\n",
                            "core  core-1/1         1970-01-01T00:00:00Z  f00000000001\n",
                            "-     edge-1/1 (here)  1970-01-01T00:00:00Z  f00000000001\n");
        }
    }

    /** A bean elsewhere need not exist here, and then only those who have it know what it is. */
    @Test
    void kindsOfComponentsElsewhereAreThoseThatTheirProcessesName() {
        FlowBuilder<String, ?> builder = Flows.<String>create("orders")
                .here(List.of("edge"))
                .node("edge")
                .map((String order) -> order, "check");
        builder.remoteQueues(store).join(JoinSettings.fixed(2).queue(QueueKind.REMOTE));
        builder.then(Component.elsewhere("book", null).on("core"));
        builder.then(Component.elsewhere("file", TaskKind.CATCH));
        Flow<String, ?> built = builder.build();
        manager.register(built);
        FlowInstance edge = instance("edge-1/1", "f00000000001", Map.of(0, TaskKind.SIMPLE), true, "edge");
        Map<Integer, TaskKind> core = Map.of(1, TaskKind.KEYED, 2, TaskKind.SIDE_EFFECT);

        try (Flow<String, ?> flow = built) {
            assertThat(kinds(edge)).containsExactly("simple", null, "catch");
            assertThat(kinds(edge, instance("core-1/1", "f00000000001", core, false, "core")))
                    .containsExactly("simple", "keyed", "side-effect");
            assertThat(kinds(edge, instance("core-2/1", "f00000000002", core, false, "core")))
                    .containsExactly("simple", null, "catch");
            assertThat(topology(edge).plainText()).contains("book ");
        }
    }

    private List<String> kinds(FlowInstance... instances) {
        return topology(instances).components().stream()
                .map(ComponentDescriptor::kind)
                .toList();
    }

    @Test
    void processesOfAFlowWithoutNodesAreShownInOneList() {
        Flow<String, String> built = Flows.<String>create("orders")
                .map((String order) -> order, "check")
                .build();
        manager.register(built);
        try (Flow<String, String> flow = built) {
            assertThat(topology(instance("web-1/1", true)).nodes()).isNull();
            assertThat(topology(instance("web-1/1", true)).instances()).containsExactly(shown("web-1/1", true));
            assertThat(topology(instance("web-1/1", true)).plainText()).contains("\ninstance ");
            assertThat(topology().instances()).isNull();
        }
    }
}
