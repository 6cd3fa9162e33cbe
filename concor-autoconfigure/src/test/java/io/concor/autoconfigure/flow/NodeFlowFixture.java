package io.concor.autoconfigure.flow;

import io.concor.Flow;
import io.concor.FlowBuilder;
import io.concor.Flows;
import io.concor.JoinSettings;
import io.concor.QueueKind;
import io.concor.manage.Manager;
import io.concor.queues.JdbcQueueStore;
import io.concor.queues.JsonMessageCodec;
import io.concor.queues.codec.VersionedMessageFormat;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A flow of which some components are of a node. */
public abstract class NodeFlowFixture {

    @TempDir
    Path folder;

    protected final Manager manager = new Manager();
    protected JdbcQueueStore store;

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

    /** Returns a flow whose first component is of each process, and whose others are of the node {@code core}. */
    protected final Flow<String, String> flow(String... here) {
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
}
