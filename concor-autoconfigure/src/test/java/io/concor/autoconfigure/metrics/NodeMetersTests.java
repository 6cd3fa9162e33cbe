package io.concor.autoconfigure.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.Flow;
import io.concor.FlowBuilder;
import io.concor.Flows;
import io.concor.JoinSettings;
import io.concor.QueueKind;
import io.concor.manage.Manager;
import io.concor.queues.JdbcQueueStore;
import io.concor.queues.JsonMessageCodec;
import io.concor.queues.codec.VersionedMessageFormat;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process has no meters of what runs elsewhere. */
class NodeMetersTests {

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

    @Test
    void metersAreOfWhatRunsHere() {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        try (Flow<String, String> flow = flow("edge")) {
            new ConcorMetrics(manager).bindTo(registry);
            assertThat(registry.find("concor.task").timers())
                    .extracting(timer -> timer.getId().getTag("task"))
                    .containsExactly("check");
            assertThat(registry.find("concor.slot.size").meters()).isEmpty();
            assertThat(registry.find("concor.stage").timers())
                    .extracting(timer -> timer.getId().getTag("stage"))
                    .containsExactly("check");
            assertThat(registry.find("concor.queue.depth").meters())
                    .extracting(meter -> meter.getId().getTag("slot"))
                    .containsExactly("book");
        }
    }
}
