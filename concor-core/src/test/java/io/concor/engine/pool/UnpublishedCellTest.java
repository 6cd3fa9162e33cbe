package io.concor.engine.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.JoinSettings;
import io.concor.PoolKind;
import io.concor.engine.event.ContextPool;
import io.concor.engine.event.IndexQueue;
import io.concor.engine.thread.WorkerThreads;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A publisher loses its processor between its claim of a cell and its writing there. */
class UnpublishedCellTest {

    private final ContextPool contexts = new ContextPool(4, false);
    private final Ring ring = new Ring(contexts, 4);
    private final BlockingQueue<Thread> servedBy = new LinkedBlockingQueue<>();
    private final Pool pool = new Pool(
            ring,
            (EventHandler) (context, worker) -> servedBy.add(Thread.currentThread()),
            JoinSettings.single(),
            new WorkerThreads(PoolKind.SINGLE, "flow", "slot", getClass().getClassLoader()));

    @BeforeEach
    void start() {
        pool.start();
        pool.resume();
    }

    @AfterEach
    void end() {
        pool.retire();
        await().until(pool::hasEnded);
    }

    @Test
    void takersLeaveTheProcessorToThePublisher() throws InterruptedException {
        Thread taker = serveOne();

        long claimed = ring.claim();
        pool.signal();
        await("the taker stands aside").until(() -> taker.getState() == Thread.State.TIMED_WAITING);
        assertThat(servedBy).isEmpty();

        ring.publish(claimed, contexts.take().index);
        assertThat(servedBy.poll(20, TimeUnit.SECONDS))
                .as("it needs no wake-up")
                .isSameAs(taker);
    }

    @Test
    void takersParkAgainAtACellThatStaysEmpty() throws InterruptedException {
        Thread taker = serveOne();

        long claimed = ring.claim();
        pool.signal();
        await().until(() -> taker.getState() == Thread.State.TIMED_WAITING);
        ring.publish(claimed, IndexQueue.NOTHING);

        await("the taker parks").until(() -> taker.getState() == Thread.State.WAITING);
    }

    @Test
    void takersWakeUpAlsoIfThePublisherEndsWhileItWakesThem() throws InterruptedException {
        Thread taker = serveOne();

        assertThat(pool.idleWorkers().choose()).isNotNull(); // and then it comes to the end of its stack
        ring.put(contexts.take());
        pool.signal();
        pool.replenish();

        assertThat(servedBy.poll(20, TimeUnit.SECONDS)).isSameAs(taker);
    }

    private Thread serveOne() throws InterruptedException {
        ring.put(contexts.take());
        pool.signal();
        Thread taker = servedBy.poll(20, TimeUnit.SECONDS);
        assertThat(taker).isNotNull();
        await("it parks").until(() -> taker.getState() == Thread.State.WAITING);
        return taker;
    }
}
