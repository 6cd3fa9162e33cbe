package io.concor.engine.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.JoinSettings;
import io.concor.PoolKind;
import io.concor.WaitMode;
import io.concor.engine.event.Context;
import io.concor.engine.event.ContextPool;
import io.concor.engine.thread.WorkerThreads;
import io.concor.engine.thread.WorkerThreads.PoolBounds;
import io.concor.fixture.PoolKinds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every kind of pool does, with every way of waiting. */
class PoolContractTest {

    private static final int EVENTS = 20_000;
    private static final long SECONDS = 20;

    private final ContextPool contexts = new ContextPool(EVENTS, false);
    private EventQueue queue = new Ring(contexts, 1024);
    private final List<Pool> pools = new ArrayList<>();

    @BeforeAll
    static void patience() {
        Awaitility.setDefaultTimeout(Duration.ofSeconds(SECONDS));
    }

    @AfterEach
    void end() {
        pools.forEach(Pool::retire);
        await("all threads end")
                .dontCatchUncaughtExceptions() // of a thread that died on purpose
                .until(() -> pools.stream().allMatch(Pool::hasEnded));
    }

    static Stream<JoinSettings> pools() {
        return PoolKinds.all();
    }

    private Pool start(JoinSettings settings, EventHandler handler) {
        WorkerThreads threads =
                new WorkerThreads(settings.pool(), "flow", "slot", getClass().getClassLoader());
        if (settings.keepsOrderByKey() && queue instanceof Ring) {
            queue = QueueOrder.KEY.create(contexts, 1024);
        }
        Pool pool = new Pool(queue, handler, settings, threads);
        pools.add(pool);
        pool.start();
        return pool;
    }

    private void put(Pool pool) {
        put();
        pool.signal();
    }

    /** Each event has a key of its own, as far as there are lanes. */
    private void put() {
        Context context = contexts.take();
        context.laneIndex = context.index % KeyedQueue.LANES;
        queue.put(context);
    }

    @ParameterizedTest
    @MethodSource("pools")
    void servesEveryEventWithNoMoreThreadsThanItMay(JoinSettings settings) {
        AtomicInteger served = new AtomicInteger();
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        Pool pool = start(settings, (context, by) -> {
            most.accumulateAndGet(inside.incrementAndGet(), Math::max);
            served.incrementAndGet();
            inside.decrementAndGet();
        });
        pool.resume();
        for (int i = 0; i < EVENTS; i++) {
            put(pool);
        }
        await("all events are served").until(() -> served.get() == EVENTS);
        assertThat(most.get()).isBetween(1, settings.threads());
        assertThat(pool.threads()).isLessThanOrEqualTo(settings.threads());
    }

    @ParameterizedTest
    @MethodSource("pools")
    void usesAllItsThreadsForEventsThatTakeTime(JoinSettings settings) {
        occupyAllThreads(settings, pool -> {
            for (int i = 0; i < settings.threads(); i++) {
                put(pool);
            }
        });
    }

    @ParameterizedTest
    @MethodSource("pools")
    void whoeverIsWokenWakesTheNextWhileEventsWait(JoinSettings settings) {
        occupyAllThreads(settings, pool -> {
            await("its threads park, if they do")
                    .until(() -> settings.waiting() != WaitMode.BLOCKING
                            || pool.all().allMatch(Worker::isParked));
            for (int i = 0; i < settings.threads(); i++) {
                put();
            }
            pool.signal();
        });
    }

    /** Puts as many events that take time as there are threads, each of which is to have one. */
    private void occupyAllThreads(JoinSettings settings, Consumer<Pool> putting) {
        Semaphore finish = new Semaphore(0);
        AtomicInteger inside = new AtomicInteger();
        Pool pool = start(settings, (context, by) -> {
            inside.incrementAndGet();
            finish.acquireUninterruptibly();
        });
        pool.resume();
        putting.accept(pool);
        await("each thread has an event").until(() -> inside.get() == settings.threads());
        assertThat(pool.active()).isEqualTo(settings.threads());
        finish.release(settings.threads());
        await("no thread has an event").until(pool::isIdle);
    }

    @ParameterizedTest
    @MethodSource("pools")
    void wakesForEachSingleEvent(JoinSettings settings) {
        AtomicInteger served = new AtomicInteger();
        Pool pool = start(settings, (context, by) -> served.incrementAndGet());
        pool.resume();
        for (int i = 1; i <= 50; i++) {
            put(pool);
            int expected = i;
            await("event is served").pollInterval(Duration.ofMillis(2)).until(() -> served.get() == expected);
        }
    }

    @ParameterizedTest
    @MethodSource("pools")
    void servesNothingWhileHeldAndEverythingAfter(JoinSettings settings) {
        AtomicInteger served = new AtomicInteger();
        Pool pool = start(settings, (context, by) -> served.incrementAndGet());
        for (int round = 1; round <= 100; round++) {
            pool.suspend();
            await("quiet").pollInterval(Duration.ofMillis(1)).until(pool::isQuiescent);
            int before = served.get();
            for (int i = 0; i < 10; i++) {
                put(pool);
            }
            assertThat(served.get()).as("served while held").isEqualTo(before);
            pool.resume();
            int expected = round * 10;
            await("served").pollInterval(Duration.ofMillis(1)).until(() -> served.get() == expected);
        }
    }

    @ParameterizedTest
    @MethodSource("pools")
    void keepsItsThreadsWhenReleasedAndHeldAgainAtOnce(JoinSettings settings) {
        Assumptions.assumeTrue(!settings.pool().grows());
        Pool pool = start(settings, (context, by) -> {});
        List<Worker> before = pool.all().toList();
        for (int round = 0; round < 2000; round++) {
            pool.resume();
            pool.suspend();
            while (!pool.isQuiescent()) {
                Thread.yield();
            }
        }
        assertThat(pool.all()).containsExactlyElementsOf(before);
    }

    @ParameterizedTest
    @MethodSource("pools")
    void isNotQuietWhileAnEventIsAtHand(JoinSettings settings) throws Exception {
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch finish = new CountDownLatch(1);
        Pool pool = start(settings, (context, by) -> {
            inside.countDown();
            uninterruptibly(finish);
        });
        pool.resume();
        put(pool);
        assertThat(inside.await(SECONDS, TimeUnit.SECONDS)).isTrue();
        pool.suspend();
        assertThat(pool.isQuiescent()).isFalse();
        finish.countDown();
        await("quiet").until(pool::isQuiescent);
    }

    @ParameterizedTest
    @MethodSource("pools")
    void endsItsThreadsWhenTheClosedRingIsDrained(JoinSettings settings) {
        AtomicInteger served = new AtomicInteger();
        Pool pool = start(settings, (context, by) -> served.incrementAndGet());
        for (int i = 0; i < 1000; i++) {
            put();
        }
        queue.close();
        pool.drain();
        await("threads end").until(pool::hasEnded);
        assertThat(served).hasValue(1000);
    }

    @ParameterizedTest
    @MethodSource("pools")
    void losesNoEventWhileThreadsComeAndGo(JoinSettings settings) {
        AtomicInteger served = new AtomicInteger();
        Pool pool = start(settings, (context, by) -> served.incrementAndGet());
        pool.resume();
        for (int i = 0; i < EVENTS; i++) {
            put(pool);
            if (i % 100 == 0 && settings.pool() != PoolKind.SINGLE) {
                resize(pool, settings.threads(1 + i / 100 % 5));
            }
        }
        await("all events are served").until(() -> served.get() == EVENTS);
    }

    private static void resize(Pool pool, JoinSettings settings) {
        pool.startThreads(settings);
        pool.adopt(settings);
    }

    @ParameterizedTest
    @MethodSource("pools")
    void doesNotGrowWhileAWorkerLooksForEvents(JoinSettings settings) {
        Assumptions.assumeTrue(PoolBounds.of(settings).least() < settings.threads());
        AtomicInteger served = new AtomicInteger();
        Pool pool = start(settings, (context, by) -> served.incrementAndGet());
        int before = pool.threads();
        pool.resume();
        await("a worker looks for events").until(pool.idleWorkers()::any);
        for (int i = 1; i <= 200; i++) {
            put(pool);
            while (served.get() < i || !pool.isIdle() || !pool.idleWorkers().any()) {
                Thread.onSpinWait();
            }
        }
        assertThat(pool.threads()).isEqualTo(before);
    }

    @ParameterizedTest
    @MethodSource("pools")
    void endsIdleThreadsThatAreTooMany(JoinSettings settings) {
        Assumptions.assumeTrue(settings.pool() != PoolKind.SINGLE);
        CountDownLatch allInside = new CountDownLatch(settings.threads());
        AtomicInteger running = new AtomicInteger();
        Pool pool = start(settings, (context, by) -> {
            running.incrementAndGet();
            allInside.countDown();
            uninterruptibly(allInside);
        });
        pool.resume();
        for (int i = 0; i < settings.threads(); i++) {
            put(pool);
        }
        await("every thread has had an event").until(() -> running.get() == settings.threads() && pool.isIdle());
        pool.adopt(settings.threads(1));
        assertThat(pool.threads()).isEqualTo(1);
        pool.retire();
        await("the dismissed threads have ended too").until(pool::hasEnded);
    }

    @ParameterizedTest
    @MethodSource("pools")
    void endsThreadsThatItCanSpareWhenTheyAreIdleForTheKeepAlive(JoinSettings settings) {
        Assumptions.assumeTrue(PoolBounds.of(settings).least() < settings.threads());
        CountDownLatch allInside = new CountDownLatch(settings.threads());
        Pool pool = start(settings, (context, by) -> {
            allInside.countDown();
            uninterruptibly(allInside);
        });
        pool.resume();
        for (int i = 0; i < settings.threads(); i++) {
            put(pool);
        }
        await("every thread has an event").until(() -> allInside.getCount() == 0);
        await("those that are not needed end").until(() -> pool.threads() == 1);
    }

    @ParameterizedTest
    @MethodSource("pools")
    void takesOverAnotherKeepAliveForThreadsThatAreIdleAlready(JoinSettings settings) {
        Assumptions.assumeTrue(settings.pool() == PoolKind.CACHED);
        CountDownLatch allInside = new CountDownLatch(settings.threads());
        Pool pool = start(settings.keepAlive(Duration.ofDays(1)), (context, by) -> {
            allInside.countDown();
            uninterruptibly(allInside);
        });
        pool.resume();
        for (int i = 0; i < settings.threads(); i++) {
            put(pool);
        }
        await("every thread has an event").until(() -> allInside.getCount() == 0 && pool.isIdle());
        assertThat(pool.threads()).isEqualTo(settings.threads());

        resize(pool, settings);

        await("those that are not needed end").until(() -> pool.threads() == 1);
    }

    @ParameterizedTest
    @MethodSource("pools")
    void usesThreadsThatItMayHaveNowForEventsThatWaitAlready(JoinSettings settings) {
        Assumptions.assumeTrue(settings.pool() != PoolKind.SINGLE);
        Semaphore finish = new Semaphore(0);
        AtomicInteger inside = new AtomicInteger();
        Pool pool = start(settings.threads(2), (context, by) -> {
            inside.incrementAndGet();
            finish.acquireUninterruptibly();
        });
        pool.resume();
        for (int i = 0; i < 4; i++) {
            put(pool);
        }
        await("both threads have an event").until(() -> inside.get() == 2);

        resize(pool, settings.threads(4));

        await("the others have come for those that wait").until(() -> inside.get() == 4);
        finish.release(4);
    }

    @ParameterizedTest
    @MethodSource("pools")
    void hasAThreadForTheNextEventOfAContextWhoseLastOneStillKeepsAnother(JoinSettings settings) {
        Assumptions.assumeTrue(settings.threads() > 1);
        CountDownLatch next = new CountDownLatch(1);
        AtomicBoolean first = new AtomicBoolean(true);
        Pool pool = start(settings, (context, by) -> {
            if (first.getAndSet(false)) {
                context.laneIndex++; // an event of another key
                queue.put(context); // who hears of its end has another event enter
                pools.get(0).signal();
                uninterruptibly(next);
            } else {
                next.countDown();
            }
        });
        pool.resume();
        put(pool);
        await("the next event is served").until(() -> next.getCount() == 0);
    }

    @ParameterizedTest
    @MethodSource("pools")
    void replacesAThreadThatDies(JoinSettings settings) {
        AtomicInteger served = new AtomicInteger();
        Pool pool = start(settings, (context, by) -> {
            if (served.incrementAndGet() % 2 == 1) {
                throw new DiesOnPurpose();
            }
        });
        pool.resume();
        for (int i = 0; i < 20; i++) {
            put(pool);
        }
        await("all events are served").dontCatchUncaughtExceptions().until(() -> served.get() == 20);
    }

    /** Thrown past the handler, which an engine without a fault never does; not printed. */
    private static final class DiesOnPurpose extends Error {
        private static final long serialVersionUID = 1L;

        DiesOnPurpose() {
            super("dies on purpose", null, false, false);
        }
    }

    @ParameterizedTest
    @MethodSource("pools")
    void doesNotLetAnInterruptOfOneEventReachTheNext(JoinSettings settings) {
        AtomicInteger served = new AtomicInteger();
        AtomicBoolean reached = new AtomicBoolean();
        Pool pool = start(settings, (context, by) -> {
            reached.compareAndSet(false, Thread.currentThread().isInterrupted());
            Thread.currentThread().interrupt();
            served.incrementAndGet();
        });
        pool.resume();
        for (int i = 0; i < 100; i++) {
            put(pool);
        }
        await("all events are served").until(() -> served.get() == 100);
        assertThat(reached).isFalse();
    }

    private static void uninterruptibly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException unexpected) {
            throw new IllegalStateException(unexpected);
        }
    }
}
