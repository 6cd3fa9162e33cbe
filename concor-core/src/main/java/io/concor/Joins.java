package io.concor;

import org.jspecify.annotations.Nullable;

/** Makes the joins and pools of one flow. */
final class Joins {

    private final FlowDefinition flow;
    private final ClassLoader classLoader;
    private @Nullable Chain chain;

    Joins(FlowDefinition flow) {
        this.flow = flow;
        ClassLoader current = Thread.currentThread().getContextClassLoader();
        this.classLoader = current == null ? Joins.class.getClassLoader() : current;
    }

    /** What the pools carry events through; to be set before the first pool is released. */
    void chain(Chain chain) {
        this.chain = chain;
    }

    /** A join with its threads started and held. */
    Join start(int slot, JoinSettings settings) {
        Ring ring = new Ring(flow.limits().maxInFlight(), settings.capacity());
        return new Join(settings, ring, startPool(slot, settings, ring));
    }

    /** A pool with its threads started and held. */
    Pool startPool(int slot, JoinSettings settings, Ring ring) {
        WorkerThreads threads = new WorkerThreads(
                settings.pool(), flow.name(), flow.component(slot).name(), classLoader);
        Pool pool = new Pool(ring, context -> serve(context, slot), settings, threads);
        pool.start();
        return pool;
    }

    private void serve(Context context, int slot) {
        if (chain == null) {
            throw new IllegalStateException("a pool was released before its chain was known");
        }
        chain.serve(context, slot);
    }
}
