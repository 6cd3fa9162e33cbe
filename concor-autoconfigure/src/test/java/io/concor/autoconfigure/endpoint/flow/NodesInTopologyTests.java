package io.concor.autoconfigure.endpoint.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.concor.Flow;
import io.concor.FlowBuilder;
import io.concor.Flows;
import io.concor.JoinSettings;
import io.concor.QueueKind;
import io.concor.autoconfigure.endpoint.flow.TopologyDescriptor.ComponentDescriptor;
import io.concor.autoconfigure.endpoint.flow.TopologyDescriptor.NodeDescriptor;
import io.concor.manage.Manager;
import io.concor.queues.JdbcQueueStore;
import io.concor.queues.JsonMessageCodec;
import io.concor.queues.codec.VersionedMessageFormat;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;

/** What a process shows of components that run elsewhere. */
class NodesInTopologyTests {

    @TempDir
    private Path folder;

    private final Manager manager = new Manager();
    private JdbcQueueStore store;

    @BeforeEach
    void open() {
        store = JdbcQueueStore.file(
                        folder.resolve("queues.db"),
                        VersionedMessageFormat.with(new JsonMessageCodec()).build())
                .build();
    }

    @AfterEach
    void close() {
        store.close();
    }

    private Flow<String, String> flow(String... here) {
        FlowBuilder<String, String> builder = Flows.<String>create("orders")
                .remoteQueues(store)
                .here(List.of(here))
                .map((String order) -> order, "check");
        Flow<String, String> flow = builder.node("core")
                .join(JoinSettings.fixed(2).queue(QueueKind.REMOTE))
                .map((String order) -> order, "book")
                .join(JoinSettings.single())
                .map((String order) -> order, "file")
                .build();
        manager.register(flow);
        return flow;
    }

    private TopologyDescriptor topology() {
        ComponentBeanNames none = new ComponentBeanNames(new DefaultListableBeanFactory());
        return new ConcorEndpoint(manager, none).topology("orders");
    }

    @Test
    void componentsElsewhereAreMarked() {
        try (Flow<String, String> flow = flow("edge")) {
            assertThat(topology().nodes()).containsExactly(new NodeDescriptor("core", false));
            assertThat(topology().components())
                    .extracting(ComponentDescriptor::node, ComponentDescriptor::here, ComponentDescriptor::delivery)
                    .containsExactly(tuple(null, true, null), tuple("core", false, null), tuple("core", false, null));
            assertThat(topology().plainText()).contains("core (elsewhere)");
        }
    }

    @Test
    void componentsOfAProcessThatIsNoNodeAreAllHere() {
        try (Flow<String, String> flow = flow()) {
            assertThat(topology().nodes()).containsExactly(new NodeDescriptor("core", true));
            assertThat(topology().components())
                    .extracting(ComponentDescriptor::here)
                    .containsOnly(true);
            assertThat(topology().components())
                    .extracting(ComponentDescriptor::delivery)
                    .containsExactly(null, "at-least-once", null);
        }
    }
}
