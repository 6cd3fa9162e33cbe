package io.concor.engine.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.management.ThreadMXBean;
import io.concor.JoinSettings;
import io.concor.PoolKind;
import io.concor.engine.event.Context;
import io.concor.engine.event.ContextPool;
import io.concor.engine.event.Lane;
import io.concor.engine.thread.WorkerThreads;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeyedQueueTest {

    private final ContextPool contexts = new ContextPool(256, false);
    private final KeyedQueue ring = new KeyedQueue(contexts, 256);
    private final List<Worker> workers = new PoolInHand(ring, JoinSettings.keyed(2), served -> {}).workers();

    private void put(int lane, Object... messages) {
        for (Object message : messages) {
            Context context = contexts.take();
            context.value = message;
            context.laneIndex = lane;
            assertThat(ring.put(context)).isTrue();
        }
    }

    private Object take(int worker) {
        Context context = ring.take(workers.get(worker));
        return context == null ? null : context.value;
    }

    private List<Object> waiting() {
        List<Object> waiting = new ArrayList<>();
        ring.forEach(context -> waiting.add(context.value));
        return waiting;
    }

    @Test
    void oneWorkerHoldsALane() {
        put(7, "a", "b");
        put(8, "c");

        assertThat(take(0)).isEqualTo("a");
        assertThat(take(1)).isEqualTo("c");
        assertThat(take(1)).isNull();
        assertThat(ring.isEmpty()).isTrue();
        assertThat(waiting()).containsExactly("b");
        assertThat(take(0)).isEqualTo("b");
    }

    @Test
    void aLaneThatAWorkerHasLeftIsReadyAgain() {
        put(7, "a", "b");
        assertThat(take(0)).isEqualTo("a");
        ring.leave(workers.get(0));

        assertThat(take(1)).isEqualTo("b");
        ring.leave(workers.get(1));
        assertThat(ring.isEmpty()).isTrue();
        put(7, "c");
        assertThat(take(0)).isEqualTo("c");
    }

    @Test
    void aLaneThatGrowsDoesNotKeepOthersWaiting() {
        put(7, 0);
        put(8, "other");
        List<Object> taken = new ArrayList<>();
        for (int i = 1; i < 20; i++) {
            taken.add(take(0));
            put(7, i);
        }

        assertThat(taken).containsSubsequence(15, "other", 16);
    }

    @Test
    void whatWaitsInALaneIsHandledInOneRoundUpToABound() {
        put(7, IntStream.range(0, 20).boxed().toArray());
        put(8, "other");
        assertThat(takeAll(21)).containsSubsequence(19, "other");

        put(7, IntStream.range(0, 200).boxed().toArray());
        put(9, "other");
        assertThat(takeAll(201)).containsSubsequence(127, "other", 128);
    }

    private List<Object> takeAll(int events) {
        return Stream.generate(() -> take(0)).limit(events).toList();
    }

    /** Behind a stage of several threads an event may overtake an older one. */
    @Test
    void anEventIsFoundBehindAYoungerOne() {
        put(7, 2, 1, 4);
        assertThat(ring.hasOverdue(context -> (int) context.value == 1)).isTrue();
        assertThat(ring.hasOverdue(context -> (int) context.value == 3)).isFalse();
        List<Context> removed = new ArrayList<>();

        ring.removeIf(context -> (int) context.value == 1, removed);

        assertThat(removed).extracting(context -> context.value).containsExactly(1);
        assertThat(takeAll(3)).containsExactly(2, 4, null);
    }

    @Test
    void removedEventsLeaveTheOthersInOrder() {
        put(7, 1, 2, 3, 4, 9);
        put(8, 5);
        List<Context> removed = new ArrayList<>();

        ring.removeIf(context -> (int) context.value % 2 == 1, removed);
        put(7, 6);
        put(8, 7);

        assertThat(removed).extracting(context -> context.value).containsExactly(1, 3, 9, 5);
        assertThat(ring.waiting()).isEqualTo(4);
        assertThat(Stream.generate(() -> take(0)).limit(5).toList()).containsExactly(2, 4, 6, 7, null);
        assertThat(ring.taken()).isEqualTo(4);
        assertThat(ring.waiting()).isZero();
    }

    @Test
    void aClosedRingTakesNothingButWhatMovesToIt() {
        ring.close();
        Context context = contexts.take();
        assertThat(ring.put(context)).isFalse();
        assertThat(ring.isDrained()).isTrue();

        ring.adopt(context);

        assertThat(ring.isDrained()).isFalse();
        assertThat(ring.waiting()).isEqualTo(1);
        assertThat(ring.take(workers.get(0))).isSameAs(context);
        ring.reopen();
        put(7, "a");
    }

    @Test
    void isDrainedLaneByLaneEvenIfALaneIsHeld() {
        put(7, "a", "b", "c");
        put(8, "d");
        assertThat(take(0)).isEqualTo("a");
        ring.close();
        List<Object> drained = new ArrayList<>();

        ring.drain(workers.get(1), context -> drained.add(context.value));

        assertThat(drained).containsExactly("b", "c", "d");
        ring.leave(workers.get(0));
        assertThat(ring.waiting()).isZero();
        assertThat(take(0)).isNull();
    }

    @Test
    void countsTheEventsOfEachLane() {
        put(7, "a", "b");
        put(8, "c");
        Stream.generate(() -> take(0)).limit(4).toList();

        assertThat(ring.takenOfLanes()[7]).isEqualTo(2);
        assertThat(ring.takenOfLanes()[8]).isEqualTo(1);
    }

    /** A pool without a flow has no tick that would wake it. */
    @Test
    void aWorkerIsWokenForALaneThatAnEventReleases() {
        Context[] first = {null};
        AtomicInteger served = new AtomicInteger();
        WorkerThreads threads =
                new WorkerThreads(PoolKind.KEYED, "flow", "slot", getClass().getClassLoader());
        Pool pool = new Pool(
                ring,
                (EventHandler) (context, worker) -> {
                    if (served.incrementAndGet() == 1) {
                        context.takeLaneFrom(worker); // as before a transition
                        first[0] = context;
                    }
                },
                JoinSettings.keyed(2),
                threads);
        pool.start();
        Join join = new Join(JoinSettings.keyed(2), ring, null, pool);
        pool.resume();
        try {
            put(7, "a");
            join.pool().signal();
            await("the first event").until(() -> served.get() == 1);
            put(7, "b");
            await("the workers park").until(() -> pool.all().allMatch(Worker::isParked));

            Lane lane = first[0].takeLane();
            lane.leaving = true;
            lane.releaseByEvent();

            await("the second event").until(() -> served.get() == 2);
        } finally {
            pool.retire();
        }
    }

    @Test
    void aTickReleasesALaneWhoseEventHadNoStackLeft() {
        put(7, "a", "b");
        assertThat(take(0)).isEqualTo("a");
        workers.get(0).lane.leaving = true;
        workers.get(0).lane = null;
        assertThat(take(1)).isNull();

        ring.mend();

        assertThat(take(1)).isEqualTo("b");
    }

    @Test
    void aWorkerOfAFormerPoolWakesThePresentOneForTheRestOfItsLane() {
        AtomicInteger served = new AtomicInteger();
        Pool present = new Pool(
                ring,
                (EventHandler) (context, worker) -> served.incrementAndGet(),
                JoinSettings.keyed(1),
                new WorkerThreads(PoolKind.KEYED, "flow", "slot", getClass().getClassLoader()));
        present.start();
        ring.servedBy(present);
        put(7, "a", "b");
        assertThat(take(0)).isEqualTo("a");
        present.resume();
        try {
            await("it parks").until(() -> present.all().allMatch(Worker::isParked));

            ring.leave(workers.get(0));

            await("the rest").until(() -> served.get() == 1);
        } finally {
            present.retire();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 1024, 100_000})
    void countWhatAQueueReallyTakes(int maxInFlight) {
        ContextPool many = new ContextPool(maxInFlight, false);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        KeyedQueue[] queues = new KeyedQueue[20];
        queues[0] = new KeyedQueue(many, 1024);

        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < queues.length; i++) {
            queues[i] = new KeyedQueue(many, 1024);
        }
        long taken = (threads.getCurrentThreadAllocatedBytes() - before) / queues.length;

        assertThat(KeyedQueue.bytes(maxInFlight)).isCloseTo(taken, Percentage.withPercentage(10));
    }
}
