package io.concor.engine.pool;

import io.concor.JoinSettings;
import io.concor.KeyedTask;
import io.concor.engine.definition.FlowDefinition;
import io.concor.engine.definition.TypeMismatches;
import io.concor.engine.event.ContextPool;
import io.concor.engine.measure.SpentTime;
import io.concor.engine.thread.WorkerThreads;
import io.concor.layout.SlotState;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.IntFunction;
import java.util.function.ObjIntConsumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Starts the joins and pools of one flow, and knows every pool until its threads have ended. Thread-safe. */
public final class JoinRegistry {

    private final FlowDefinition flow;
    private final ContextPool contexts;
    private final IntFunction<SlotWork> works;
    /** For each keyed component, what chooses the lanes of its events. */
    private final @Nullable LaneChooser[] lanes;

    private final ClassLoader classLoader;
    /** Pools with threads, those of former joins too. */
    private final List<Pool> pools = new CopyOnWriteArrayList<>();

    private final Map<Pool, Integer> slots = new ConcurrentHashMap<>();
    /** The queues of each slot from which events may yet be taken. */
    private final Map<Integer, List<Backlog>> queues = new HashMap<>();
    /** For each slot, how many events were taken from its other queues. */
    private final long[] takenBefore;
    /** For each slot, the time of the threads of pools that have ended. */
    private final Map<Integer, SpentTime> spentBefore = new HashMap<>();

    /** @param works what the workers of each slot do */
    public JoinRegistry(
            FlowDefinition flow, ContextPool contexts, TypeMismatches mismatches, IntFunction<SlotWork> works) {
        this.flow = flow;
        this.contexts = contexts;
        this.works = works;
        this.takenBefore = new long[flow.size()];
        this.lanes = new LaneChooser[flow.size()];
        Arrays.setAll(lanes, slot -> laneChooser(flow, slot, mismatches));
        ClassLoader current = Thread.currentThread().getContextClassLoader();
        this.classLoader = current == null ? JoinRegistry.class.getClassLoader() : current;
    }

    private static @Nullable LaneChooser laneChooser(FlowDefinition flow, int slot, TypeMismatches mismatches) {
        return flow.component(slot).task() instanceof KeyedTask<?, ?> task
                ? new LaneChooser(flow, slot, task, mismatches)
                : null;
    }

    /** Returns a join whose threads are started and suspended. */
    public Join startJoin(int slot, JoinSettings settings) {
        EventQueue queue = QueueOrder.of(settings).create(contexts, settings.capacity());
        Pool pool = startPool(slot, settings, queue);
        remember(slot, queue);
        return new Join(settings, queue, lanes[slot], pool);
    }

    /** Returns a join without threads, for a slot at which events leave this process: nothing waits in its queue. */
    public Join joinElsewhere(JoinSettings settings) {
        EventQueue queue = QueueOrder.ARRIVAL.create(contexts, settings.capacity());
        SlotWork none = (pool, worker) -> false;
        WorkerThreads noThreads = new WorkerThreads(settings.pool(), flow.name(), "elsewhere", classLoader);
        return new Join(settings, queue, null, new Pool(queue, none, settings, noThreads));
    }

    private synchronized void remember(int slot, EventQueue queue) {
        List<Backlog> present = queues.computeIfAbsent(slot, any -> new ArrayList<>());
        List<Backlog> finished = present.stream().filter(this::isFinished).toList();
        takenBefore[slot] += finished.stream().mapToLong(Backlog::taken).sum();
        present.removeAll(finished);
        present.add(queue);
    }

    /** Its tombstone may not be taken, so whether it is empty says nothing. */
    private boolean isFinished(Backlog queue) {
        return serving(queue).allMatch(Pool::hasEnded);
    }

    /** Returns for each slot how many events its pools have taken so far. Loops, like those below: read every second. */
    public synchronized long[] taken() {
        long[] taken = takenBefore.clone();
        queues.forEach((slot, present) -> present.forEach(queue -> taken[slot] += queue.taken()));
        return taken;
    }

    /** Returns how many events were taken from each lane of the present queues of the slots that have lanes. */
    public synchronized Map<Integer, long[]> takenOfLanes() {
        Map<Integer, long[]> taken = new HashMap<>();
        queues.forEach((slot, present) -> present.stream()
                .map(Backlog::takenOfLanes)
                .filter(lanes -> lanes.length > 0)
                .forEach(lanes -> taken.merge(slot, lanes, JoinRegistry::sum)));
        return taken;
    }

    private static long[] sum(long[] some, long[] others) {
        Arrays.setAll(some, i -> some[i] + others[i]);
        return some;
    }

    /** Returns how many events wait for the pools of a slot. */
    public long waiting(int slot) {
        long most = 0;
        for (Map.Entry<Pool, Integer> pool : slots.entrySet()) {
            if (pool.getValue() == slot) {
                most = Math.max(most, pool.getKey().queue().waiting());
            }
        }
        return most;
    }

    /** Counts the components that the threads run, by their index. */
    public void countRunning(int[] running) {
        for (Pool pool : pools) {
            pool.countRunning(running);
        }
    }

    /** Returns a pool whose threads are started and suspended. */
    public Pool startPool(int slot, JoinSettings settings, EventQueue queue) {
        WorkerThreads threads = new WorkerThreads(
                settings.pool(), flow.name(), flow.component(slot).name(), classLoader);
        Pool pool = new Pool(queue, works.apply(slot), settings, threads);
        forgetEnded();
        slots.put(pool, slot);
        pools.add(pool);
        pool.start();
        return pool;
    }

    private synchronized void forgetEnded() {
        long now = System.nanoTime();
        for (Pool pool : pools) {
            if (pool.hasEnded()) {
                spentBefore.merge(slots.get(pool), pool.spent(now), SpentTime::plus);
                pools.remove(pool);
                slots.remove(pool);
            }
        }
    }

    /** Returns for each slot how its threads have spent their time until now, also those of earlier joins. */
    public synchronized SpentTime[] spent(long now) {
        SpentTime[] spent = new SpentTime[takenBefore.length];
        Arrays.fill(spent, SpentTime.NONE);
        spentBefore.forEach((slot, before) -> spent[slot] = before);
        slots.forEach((pool, slot) -> spent[slot] = spent[slot].plus(pool.spent(now)));
        return spent;
    }

    /**
     * Whether no thread takes from a queue until its next pool does. Earlier pools count too: their threads may not have
     * noticed yet that they have to end.
     */
    public boolean isQuiescent(Backlog queue, Pool next) {
        return serving(queue, next).allMatch(Pool::isQuiescent);
    }

    /** Returns how many threads take from a queue, or still have an event from it, except those of its next pool. */
    public long threads(Backlog queue, Pool next) {
        return serving(queue, next).flatMap(Pool::all).count();
    }

    private Stream<Pool> serving(Backlog queue, Pool next) {
        return serving(queue).filter(pool -> pool != next);
    }

    /** Returns the pools whose threads take from a queue, or still have an event from it. */
    public Stream<Pool> serving(Backlog queue) {
        return pools.stream().filter(pool -> pool.serves(queue));
    }

    /**
     * Returns the state of a slot, including what the threads of former joins have left to do.
     *
     * @param settings those of the join, or of the join that a start would put in, or null
     * @param join the present join, or null if the slot is empty or the flow is stopped
     */
    public SlotState state(int slot, @Nullable JoinSettings settings, @Nullable Join join) {
        List<Pool> present = pools.stream()
                .filter(pool -> Integer.valueOf(slot).equals(slots.get(pool)) && !pool.hasEnded())
                .filter(pool -> join == null || pool == join.pool() || !pool.serves(join.queue()))
                .toList();
        return new SlotState(
                flow.component(slot).name(),
                settings,
                present.stream().mapToLong(pool -> pool.queue().waiting()).sum(),
                present.stream().mapToInt(Pool::active).sum(),
                present.stream().mapToInt(Pool::threads).sum(),
                join == null ? 0 : join.queue().taken());
    }

    /** Whether a thread serves one of the joins. */
    public boolean owns(Thread thread) {
        return workers().anyMatch(worker -> worker.thread() == thread);
    }

    /** Returns the threads that serve the joins of a slot, former ones too. */
    public Stream<Thread> threads(int slot) {
        return pools.stream()
                .filter(pool -> Integer.valueOf(slot).equals(slots.get(pool)))
                .flatMap(Pool::all)
                .map(Worker::thread)
                .filter(Objects::nonNull);
    }

    public Stream<Worker> workers() {
        return pools.stream().flatMap(Pool::all);
    }

    /** Whether all threads have ended. Replaces missing ones first, because a closed queue may wait for a thread. */
    public boolean hasEnded() {
        pools.forEach(Pool::replenish);
        return pools.stream().allMatch(Pool::hasEnded);
    }

    /** Calls an action with each pool whose threads may take events, and its slot. */
    public void forEachTaking(ObjIntConsumer<Pool> action) {
        slots.forEach((pool, slot) -> {
            if (pool.state().mayTake()) {
                action.accept(pool, slot);
            }
        });
    }

    public List<Pool> pools() {
        return pools;
    }
}
