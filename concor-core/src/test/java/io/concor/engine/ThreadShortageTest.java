package io.concor.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.concor.JoinSettings;
import io.concor.engine.event.Context;
import io.concor.engine.pool.EventHandler;
import io.concor.engine.pool.Join;
import io.concor.engine.pool.Pool;
import io.concor.engine.pool.RingInHand;
import io.concor.engine.pool.Worker;
import io.concor.engine.thread.WorkerThreads;
import io.concor.fixture.Gate;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A pool that cannot have the threads that it wants, for a time. */
@Timeout(60)
class ThreadShortageTest {

    private static final Object DEADLY = "deadly";

    private final RingInHand ring = new RingInHand(16);
    private final AtomicBoolean shortage = new AtomicBoolean();
    private final AtomicInteger served = new AtomicInteger();
    private final Gate gate = new Gate();
    private Error reason = new OutOfMemoryError("no thread, on purpose");
    private Pool pool;

    /** How a thread cannot be had: it cannot be made, or it cannot be started. */
    static Stream<Shortage> shortages() {
        return Stream.of(
                (test, body) -> {
                    throw test.reason;
                },
                (test, body) -> new Thread(body) {
                    @Override
                    public void start() {
                        throw test.reason;
                    }
                });
    }

    private void start(JoinSettings settings, Shortage kind) {
        ThreadFactory factory = body -> shortage.get() ? kind.thread(this, body) : quiet(new Thread(body));
        pool = new Pool(
                ring.ring(),
                (EventHandler) this::handle,
                settings,
                new WorkerThreads(factory, "short-", getClass().getClassLoader()));
        pool.start();
        pool.resume();
    }

    private static Thread quiet(Thread thread) {
        thread.setUncaughtExceptionHandler((dead, error) -> {});
        return thread;
    }

    private void handle(Context context, Worker worker) {
        if (DEADLY.equals(context.value)) {
            throw new StackOverflowError("past the handler, on purpose");
        }
        served.incrementAndGet();
        if ("held".equals(context.value)) {
            gate.passStubbornly();
        }
    }

    private void put(Object message) {
        ring.put(message);
        pool.signal();
    }

    private void loseTheOnlyThread() {
        loseTheThreads(1);
        assertThat(pool.all()).noneMatch(ThreadShortageTest::alive);
    }

    /** Waits for the threads themselves: a worker that the pool has forgotten may still look for its successor. */
    private void loseTheThreads(int threads) {
        List<Thread> before = pool.all().map(Worker::thread).toList();
        shortage.set(true);
        for (int i = 0; i < threads; i++) {
            put(DEADLY);
        }
        await("the threads have ended")
                .until(() -> before.stream().filter(thread -> !thread.isAlive()).count() == threads);
    }

    private static boolean alive(Worker worker) {
        Thread thread = worker.thread();
        return thread != null && thread.isAlive();
    }

    @AfterEach
    void end() {
        shortage.set(false);
        gate.open();
        pool.retire();
        await("all threads end").until(pool::hasEnded);
    }

    @ParameterizedTest
    @MethodSource("shortages")
    void isNotTheAffairOfWhoPutsAnEventAndIsMendedLater(Shortage kind) {
        start(JoinSettings.single(), kind);
        loseTheOnlyThread();

        assertThatNoException().isThrownBy(() -> put("waits"));
        pool.replenish();
        assertThat(served).hasValue(0);
        shortage.set(false);
        pool.replenish();

        await("the event is served").until(() -> served.get() == 1);
    }

    @ParameterizedTest
    @MethodSource("shortages")
    void doesNotEndAPoolThatHasNoThreadLeft(Shortage kind) {
        start(JoinSettings.single(), kind);
        loseTheOnlyThread();

        assertThat(pool.hasEnded()).isFalse();

        pool.retire();
        assertThat(pool.hasEnded()).isTrue();
    }

    @ParameterizedTest
    @MethodSource("shortages")
    void losesNoEventIfAPoolWouldGrow(Shortage kind) {
        start(JoinSettings.cached(4), kind);
        reason = new InternalError("no thread, on purpose");
        shortage.set(true);
        put("held");
        gate.awaitReached();
        put("behind it");
        put("and another");
        gate.open();

        await("all are served").until(() -> served.get() == 3);
    }

    @ParameterizedTest
    @MethodSource("shortages")
    void endsForAnEventThatWaitsForBusyThreads(Shortage kind) {
        start(JoinSettings.cached(4), kind);
        shortage.set(true);
        put("held");
        gate.awaitReached();
        put("behind it");
        shortage.set(false);

        pool.replenish();

        await("a thread has come for the event that waits").until(() -> served.get() == 2);
        assertThat(pool.threads()).isEqualTo(2);
    }

    @ParameterizedTest
    @MethodSource("shortages")
    void refusesAChangeThatNeedsThemBeforeAnythingIsChanged(Shortage kind) {
        start(JoinSettings.fixed(2), kind);
        loseTheThreads(1);
        pool.replenish();
        Join join = new Join(JoinSettings.fixed(2), ring.ring(), null, pool);
        ResizeJoin resize = new ResizeJoin(0, join, JoinSettings.fixed(2).capacity(4));

        assertThatThrownBy(resize::prepare).isSameAs(reason);
        resize.rollBack();

        assertThat(join.settings()).isEqualTo(JoinSettings.fixed(2));
    }

    @ParameterizedTest
    @MethodSource("shortages")
    void keepsNoChangeFromComingIntoForce(Shortage kind) {
        start(JoinSettings.fixed(4), kind);
        loseTheThreads(3);
        pool.replenish();
        Join join = new Join(JoinSettings.fixed(4), ring.ring(), null, pool);
        JoinSettings fewer = JoinSettings.fixed(2).capacity(4);
        ResizeJoin resize = new ResizeJoin(0, join, fewer);

        resize.prepare();
        assertThatNoException().isThrownBy(resize::activate);

        assertThat(join.settings()).isEqualTo(fewer);
        shortage.set(false);
        pool.replenish();
        assertThat(pool.threads()).isEqualTo(2);
    }

    /** Makes a thread that is not to be had. */
    interface Shortage {
        Thread thread(ThreadShortageTest test, Runnable body);
    }
}
