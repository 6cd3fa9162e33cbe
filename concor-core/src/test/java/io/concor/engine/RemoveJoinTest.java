package io.concor.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.JoinSettings;
import io.concor.PoolKind;
import io.concor.engine.pool.EventHandler;
import io.concor.engine.pool.Join;
import io.concor.engine.pool.Pool;
import io.concor.engine.pool.RingInHand;
import io.concor.engine.thread.WorkerThreads;
import io.concor.layout.Stages;
import java.util.Collections;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Emptying a slot in order, without a clock whose next tick would mend what was forgotten. */
@Timeout(60)
class RemoveJoinTest {

    private final RingInHand ring = new RingInHand(16);
    private final Pool pool = new Pool(
            ring.ring(),
            (EventHandler) (context, worker) -> {},
            JoinSettings.single(),
            new WorkerThreads(PoolKind.SINGLE, "flow", "slot", RemoveJoinTest.class.getClassLoader()));
    private final RemoveJoin step = RemoveJoin.of(
            0,
            new Join(JoinSettings.single(), ring.ring(), null, pool),
            Stages.of(Collections.singletonList(null), i -> false),
            false);

    @BeforeEach
    void start() {
        pool.start();
        pool.resume();
        await("the thread has nothing to do")
                .until(() -> pool.all().allMatch(worker -> worker.thread().getState() == Thread.State.WAITING));
    }

    @AfterEach
    void end() {
        pool.retire();
        await("the thread ends").until(pool::hasEnded);
    }

    @Test
    void findsAMomentAlsoAfterAnUnsuitableOne() {
        step.prepare();
        assertThat(step.isReady()).isTrue();
        assertThat(step.seal()).isTrue();

        step.unseal();

        await("the thread has passed the tombstone").until(step::isReady);
    }
}
