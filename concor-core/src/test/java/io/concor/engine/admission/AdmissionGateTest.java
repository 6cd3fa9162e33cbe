package io.concor.engine.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.concor.RefusedException;
import io.concor.RefusedException.Reason;
import io.concor.engine.event.Context;
import io.concor.engine.event.ContextPool;
import io.concor.fixture.RunningFlows;
import io.concor.layout.Refusals;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class AdmissionGateTest {

    private static final int PLACES = 8;

    private final AdmissionGate gate =
            new AdmissionGate("flow", Duration.ofSeconds(30), new ContextPool(PLACES, false));
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

    @Test
    void countsRefusalsByReason() {
        gate.pause();
        assertThat(gate.tryAdmit()).isNull();
        assertThat(refusal(gate::admitNow)).isEqualTo(Reason.CHANGING);
        assertThat(refusal(() -> gate.admit(() -> true))).isEqualTo(Reason.CHANGING);
        assertThat(refusal(() -> gate.admit(() -> false, 0))).isEqualTo(Reason.CHANGING);
        gate.resume();
        for (int i = 0; i < PLACES; i++) {
            inside.add(gate.admitNow());
        }
        assertThat(gate.tryAdmit()).isNull();
        assertThat(refusal(gate::admitNow)).isEqualTo(Reason.FULL);
        assertThat(refusal(() -> gate.admit(() -> true))).isEqualTo(Reason.OWN_THREAD);
        assertThat(refusal(() -> gate.admit(() -> false, 0))).isEqualTo(Reason.TIMEOUT);
        gate.close();
        assertThat(gate.tryAdmit()).isNull();
        assertThat(refusal(gate::admitNow)).isEqualTo(Reason.STOPPED);
        assertThat(refusal(() -> gate.admit(() -> true))).isEqualTo(Reason.STOPPED);
        assertThat(refusal(() -> gate.admit(() -> false))).isEqualTo(Reason.STOPPED);

        assertThat(gate.refusals()).isEqualTo(new Refusals(2, 1, 4, 4, 1, 0));
    }

    private static Reason refusal(ThrowingCallable admission) {
        return catchThrowableOfType(RefusedException.class, admission).reason();
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
