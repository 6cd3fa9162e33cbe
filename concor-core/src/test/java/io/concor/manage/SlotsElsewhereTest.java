package io.concor.manage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.concor.FlowBuilder;
import io.concor.Flows;
import io.concor.JoinSettings;
import io.concor.QueueKind;
import io.concor.fixture.RunningFlows;
import io.concor.fixture.SimulatedStore;
import io.concor.layout.ChangeNotPossibleException;
import io.concor.layout.ChangeNotPossibleException.Reason;
import io.concor.queue.QueueDefinition.Order;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What the process of one node changes of slots whose components run on another one. */
class SlotsElsewhereTest {

    private static final JoinSettings REMOTE = JoinSettings.fixed(2).queue(QueueKind.REMOTE);
    private static final JoinSettings MEMORY = JoinSettings.fixed(2);

    @RegisterExtension
    final RunningFlows edges = new RunningFlows();

    @RegisterExtension
    final RunningFlows cores = new RunningFlows();

    private final SimulatedStore store = new SimulatedStore();
    private final Manager manager = edges.manager();

    @BeforeEach
    void start() {
        edges.start(builder("edge"));
    }

    @AfterEach
    void close() {
        store.close();
    }

    private FlowBuilder<Object, ?> builder(String here) {
        return Flows.<Object>create("flow")
                .remoteQueues(store)
                .here(List.of(here))
                .node("edge")
                .map((Object message) -> message, "read")
                .node("core")
                .join(REMOTE)
                .map((Object message) -> message, "book")
                .map((Object message) -> message, "file");
    }

    private void assertRefused(ChangeRequest vain, String words) {
        assertThatExceptionOfType(ChangeNotPossibleException.class)
                .isThrownBy(() -> manager.change(vain))
                .withMessageEndingWith(words)
                .returns(Reason.ELSEWHERE, ChangeNotPossibleException::reason);
        assertThat(manager.flow("flow").layout().version()).isEqualTo(1);
    }

    @Test
    void refusesAChangeThatWouldHaveNoEffectHere() {
        assertRefused(
                ChangeRequest.put("flow", "file", MEMORY),
                "Flow 'flow', slot 'file': the change is not possible here, so nothing was changed: its component runs on node 'core', and not in this process. Change it in each process of that node");
        cores.start(builder("core"));
        assertRefused(ChangeRequest.put("flow", "file", MEMORY), "in each process of that node: simulated/1");
    }

    @Test
    void refusesItEvenIfTheSlotIsSoAlready() {
        assertRefused(ChangeRequest.takeOut("flow", "file"), "that node");
        assertRefused(ChangeRequest.takeOut("flow", "file").dryRun(true), "that node");
    }

    @Test
    void changesWhereEventsLeaveWhatConcernsThoseThatArePut() {
        assertRefused(ChangeRequest.put("flow", "book", JoinSettings.fixed(8).queue(QueueKind.REMOTE)), "that node");
        manager.change(ChangeRequest.put("flow", "book", REMOTE.capacity(64)));
        assertThat(store.queue("flow.book").definition().capacity()).isEqualTo(64);
        manager.change(ChangeRequest.put(
                "flow", "book", JoinSettings.single().queue(QueueKind.REMOTE).capacity(64)));
        assertThat(store.queue("flow.book").definition().order()).isEqualTo(Order.ONE);
    }

    /** What is configured is configured for all nodes, and read again in all. */
    @Test
    void takesTheConfigurationOfAllNodes() {
        manager.change(
                ChangeRequest.put("flow", "file", MEMORY).by(ChangeOrigin.of(ChangeOrigin.Source.CONFIGURATION, null)));
        assertThat(manager.flow("flow").slot("file").settings()).isEqualTo(MEMORY);
    }

    @Test
    void takesALayoutOfAllNodesAndUndoesIt() {
        manager.change(ChangeRequest.layout("flow", Map.of("book", REMOTE, "file", MEMORY)));
        assertThat(manager.flow("flow").slot("file").settings()).isEqualTo(MEMORY);
        manager.undo(ChangeRequest.options("flow"));
        assertThat(manager.flow("flow").slot("file").settings()).isNull();
    }
}
