package io.concor;

import static io.concor.fixture.RunningFlows.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.concor.fixture.Gate;
import io.concor.fixture.RunningFlows;
import io.concor.fixture.SimulatedStore;
import io.concor.layout.ChangeNotPossibleException;
import io.concor.layout.ChangeNotPossibleException.Reason;
import io.concor.manage.ChangeRequest;
import io.concor.manage.ManagedFlow;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A slot is to wait in a store that does not answer. */
@Timeout(60)
class SilentStoreTest {

    private static final JoinSettings MEMORY = JoinSettings.single();
    private static final JoinSettings REMOTE = MEMORY.queue(QueueKind.REMOTE);

    @RegisterExtension
    final RunningFlows flows = new RunningFlows();

    private final SimulatedStore store = new SimulatedStore();
    private final Gate gate = new Gate();

    @AfterEach
    void close() {
        gate.open();
        store.close();
    }

    private Flow<Object, Object> start() {
        return flows.start(Flows.<Object>create("flow")
                .remoteQueues(store)
                .map((Object message) -> message, "check")
                .join(MEMORY)
                .map((Object message) -> message, "book"));
    }

    private ManagedFlow managed() {
        return flows.manager().flow("flow");
    }

    private void change(Duration limit) {
        flows.manager().change(ChangeRequest.put("flow", "book", REMOTE).timeLimit(limit));
    }

    private static Reason reasonOf(Throwable refused) {
        return ((ChangeNotPossibleException) refused).reason();
    }

    @Test
    void aChangeEndsInItsTimeAndChangesNothing() throws Exception {
        Flow<Object, Object> flow = start();
        store.answerBehind(gate);
        assertThatThrownBy(() -> change(Duration.ofMillis(100)))
                .isInstanceOf(ChangeNotPossibleException.class)
                .hasMessageContaining("the store 'simulated' has not opened the queue of the slot")
                .satisfies(refused -> assertThat(reasonOf(refused)).isEqualTo(Reason.TOO_LONG));
        assertThat(managed().layout().slots()).containsEntry("book", MEMORY);
        assertThat(get(flow.submit("event"))).isEqualTo("event");
    }

    @Test
    void aLaterChangeGoesOnWhenTheStoreAnswers() throws Exception {
        Flow<Object, Object> flow = start();
        store.answerBehind(gate);
        assertThatThrownBy(() -> change(Duration.ofMillis(100))).isInstanceOf(ChangeNotPossibleException.class);

        CompletableFuture<Void> changed = RunningFlows.onOwnThread(() -> change(Duration.ofSeconds(20)));
        gate.open();
        get(changed);
        assertThat(managed().layout().slots()).containsEntry("book", REMOTE);
        assertThat(store.members()).hasSize(1);
        assertThat(get(flow.submit("event"))).isEqualTo("event");
    }

    @Test
    void aStopDoesNotWaitAndNothingIsLeftOpen() throws Exception {
        start();
        store.answerBehind(gate);
        CompletableFuture<Void> changed = RunningFlows.onOwnThread(() -> change(Duration.ofSeconds(20)));
        gate.awaitReached();

        assertThat(managed().stop(Duration.ofSeconds(5)).clean()).isTrue();
        assertThat(reasonOf(RunningFlows.errorOf(changed))).isEqualTo(Reason.STOPPED);
        assertThatThrownBy(() -> managed().start()).hasMessageContaining("a store still opens a queue");

        gate.open();
        await("the opening that was given up has ended")
                .ignoreExceptionsInstanceOf(IllegalStateException.class)
                .until(() -> {
                    managed().start();
                    return true;
                });
        assertThat(store.members()).isEmpty();
    }
}
