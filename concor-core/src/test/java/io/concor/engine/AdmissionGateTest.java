package io.concor.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.fixture.RunningFlows;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class AdmissionGateTest {

    private static final int PLACES = 8;

    private final AdmissionGate gate = new AdmissionGate("flow", Duration.ofSeconds(30), new ContextPool(PLACES));
    private final Deque<Context> inside = new ArrayDeque<>();
    private final AtomicReference<Context> admitted = new AtomicReference<>();

    private CompletableFuture<Void> fillAndWait() {
        for (int i = 0; i < PLACES; i++) {
            inside.add(gate.tryAdmit());
        }
        AtomicReference<Thread> waiting = new AtomicReference<>();
        CompletableFuture<Void> ended = RunningFlows.onOwnThread(() -> {
            waiting.set(Thread.currentThread());
            admitted.set(gate.admit(() -> false));
        });
        await("the thread waits")
                .until(() -> waiting.get() != null && waiting.get().getState() == Thread.State.TIMED_WAITING);
        return ended;
    }

    @Test
    void admitsNoNewcomerWhileAThreadWaits() throws Exception {
        CompletableFuture<Void> waiting = fillAndWait();

        gate.release(inside.remove());

        assertThat(gate.tryAdmit()).isNull();
        RunningFlows.get(waiting);
        assertThat(admitted.get()).isNotNull();
    }

    /** Only a few contexts are ever free, because the others are stuck. */
    @Test
    void admitsAWaitingThreadWithASingleFreeContext() throws Exception {
        CompletableFuture<Void> waiting = fillAndWait();

        gate.release(inside.remove());

        RunningFlows.get(waiting);
        assertThat(gate.contexts().held()).isEqualTo(PLACES);
    }
}
