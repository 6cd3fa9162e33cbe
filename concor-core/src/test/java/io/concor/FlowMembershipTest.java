package io.concor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.concor.fixture.RunningFlows;
import io.concor.fixture.SimulatedStore;
import io.concor.layout.ChangeNotPossibleException;
import io.concor.layout.FlowInstance;
import io.concor.manage.ChangeRequest;
import io.concor.manage.ManagedFlow;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** When a flow tells its store that this process shares it. */
@Timeout(30)
class FlowMembershipTest {

    private static final JoinSettings MEMORY = JoinSettings.single();
    private static final JoinSettings REMOTE = MEMORY.queue(QueueKind.REMOTE);

    @RegisterExtension
    final RunningFlows flows = new RunningFlows();

    private final SimulatedStore store = new SimulatedStore();

    @AfterEach
    void close() {
        store.close();
    }

    private FlowBuilder<Object, Object> builder(JoinSettings slot) {
        return Flows.<Object>create("flow")
                .remoteQueues(store)
                .map((Object message) -> message, "check")
                .join(slot)
                .map((Object message) -> message, "book");
    }

    private ManagedFlow managed() {
        return flows.manager().flow("flow");
    }

    @Test
    void aFlowWithARemoteSlotIsSharedUntilItStops() {
        flows.start(builder(REMOTE));
        assertThat(managed().instances()).isEqualTo(store.members()).hasSize(1);

        managed().stop(Duration.ofSeconds(5));
        assertThat(store.members()).isEmpty();
        assertThat(managed().instances()).isEmpty();

        managed().start();
        assertThat(store.members()).hasSize(1);
    }

    @Test
    void aProcessSharesTheNodesThatItRuns() {
        flows.start(Flows.<Object>create("flow")
                .remoteQueues(store)
                .here(List.of("edge", "elsewhere"))
                .node("edge")
                .map((Object message) -> message, "check")
                .node("core")
                .join(REMOTE)
                .map((Object message) -> message, "book"));
        assertThat(store.members()).extracting(FlowInstance::nodes).containsExactly(List.of("edge"));
    }

    @Test
    void aFlowWithoutARemoteSlotIsSharedOnceItHasOne() {
        flows.start(builder(MEMORY));
        assertThat(managed().instances()).isEmpty();

        change(REMOTE);
        assertThat(managed().instances()).hasSize(1);

        change(MEMORY);
        change(REMOTE);
        assertThat(store.members()).hasSize(1);
    }

    private void change(JoinSettings slot) {
        flows.manager().changeSlot(ChangeRequest.options("flow"), "book", present -> present.map(join -> slot));
    }

    @Test
    void aFlowThatIsRefusedDoesNotStart() {
        store.refuseToJoin(new QueueStoreException("refused", false, null));
        assertThatThrownBy(() -> builder(REMOTE).build())
                .isInstanceOf(QueueStoreException.class)
                .hasMessage("refused");
        assertThatThrownBy(() -> store.queue("flow.book")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aChangeThatIsRefusedChangesNothing() {
        flows.start(builder(MEMORY));
        store.refuseToJoin(new QueueStoreException("refused", false, null));
        assertThatThrownBy(() -> change(REMOTE))
                .isInstanceOf(ChangeNotPossibleException.class)
                .hasMessageContaining("refused");
        assertThat(managed().layout().slots()).containsEntry("book", MEMORY);
    }

    @Test
    void aFlowThatCannotStartIsNotShared() {
        store.refuseToOpen();
        assertThatThrownBy(() -> builder(REMOTE).build()).isInstanceOf(QueueStoreException.class);
        assertThat(store.members()).isEmpty();
    }
}
