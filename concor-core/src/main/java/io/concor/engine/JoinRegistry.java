package io.concor.engine;

import io.concor.JoinSettings;
import io.concor.engine.definition.FlowDefinition;
import io.concor.engine.thread.WorkerThreads;
import io.concor.layout.SlotState;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Makes the joins and pools of one flow. */
final class JoinRegistry {

    private final FlowDefinition flow;
    private final ClassLoader classLoader;
    /** Those that have threads; the pools of former joins too, while their threads finish. */
    private final List<Pool> pools = new CopyOnWriteArrayList<>();

    private final Map<Pool, Integer> slots = new ConcurrentHashMap<>();
    private final @Nullable Ring[] lastRings;
    /** For each slot how many events were taken from the rings before the last. */
    private final long[] takenBefore;

    private @Nullable EventRunner chain;
    private final ContextPool contexts;

    JoinRegistry(FlowDefinition flow, ContextPool contexts) {
        this.flow = flow;
        this.contexts = contexts;
        this.lastRings = new Ring[flow.size()];
        this.takenBefore = new long[flow.size()];
        ClassLoader current = Thread.currentThread().getContextClassLoader();
        this.classLoader = current == null ? JoinRegistry.class.getClassLoader() : current;
    }

    /** What the pools carry events through; to be set before the first pool is started. */
    void chain(EventRunner chain) {
        this.chain = chain;
    }

    /** A join with its threads started and held. */
    Join start(int slot, JoinSettings settings) {
        Ring ring = new Ring(contexts, settings.capacity());
        Pool pool = startPool(slot, settings, ring);
        remember(slot, ring);
        return new Join(settings, ring, pool);
    }

    private synchronized void remember(int slot, Ring ring) {
        takenBefore[slot] = taken(slot);
        lastRings[slot] = ring;
    }

    /** How many events the pools of a slot took, ever. */
    synchronized long taken(int slot) {
        Ring last = lastRings[slot];
        return takenBefore[slot] + (last == null ? 0 : last.taken());
    }

    /** A pool with its threads started and held. */
    Pool startPool(int slot, JoinSettings settings, Ring ring) {
        WorkerThreads threads = new WorkerThreads(
                settings.pool(), flow.name(), flow.component(slot).name(), classLoader);
        Pool pool = new Pool(ring, server(slot), settings, threads);
        pools.removeIf(Pool::ended);
        slots.keySet().removeIf(Pool::ended);
        slots.put(pool, slot);
        pools.add(pool);
        pool.start();
        return pool;
    }

    /**
     * Whether nobody takes from a ring, and will until the next pool does. Its present pool is not the only one to look
     * at: threads of the pools before it may not have noticed yet that they are to end.
     */
    boolean quiet(Ring ring, Pool next) {
        return serving(ring, next).allMatch(Pool::quiet);
    }

    /**
     * How many threads take from a ring, or have taken an event that is still at hand, besides those of the next pool.
     */
    long threads(Ring ring, Pool next) {
        return serving(ring, next).flatMap(Pool::all).count();
    }

    private Stream<Pool> serving(Ring ring, Pool next) {
        return pools.stream().filter(pool -> pool != next && pool.serves(ring));
    }

    /**
     * A slot without a join: one that is empty, or whose flow is stopped.
     *
     * @param settings of the join that a start would put in, or null
     * @return with what is left to do for the threads of former joins
     */
    SlotState left(int slot, @Nullable JoinSettings settings) {
        List<Pool> leaving = pools.stream()
                .filter(pool -> !pool.ended() && Integer.valueOf(slot).equals(slots.get(pool)))
                .toList();
        return new SlotState(
                flow.component(slot).name(),
                settings,
                leaving.stream().mapToLong(Pool::left).sum(),
                leaving.stream().mapToInt(Pool::active).sum(),
                leaving.stream().mapToInt(Pool::threads).sum(),
                0);
    }

    /** Whether a thread serves one of the joins. */
    boolean own(Thread thread) {
        return pools.stream().flatMap(Pool::all).anyMatch(worker -> worker.thread() == thread);
    }

    /** Whether all threads have come to their end. */
    boolean ended() {
        pools.forEach(Pool::replenish); // what is left in a closed ring waits for a thread that could not be started
        return pools.stream().allMatch(Pool::ended);
    }

    /** Every pool that has threads. */
    List<Pool> pools() {
        return pools;
    }

    private EventHandler server(int slot) {
        if (chain == null) {
            throw new IllegalStateException("a pool was started before its chain was known");
        }
        return chain.server(slot);
    }
}
