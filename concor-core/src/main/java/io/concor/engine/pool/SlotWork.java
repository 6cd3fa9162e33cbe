package io.concor.engine.pool;

import io.concor.BatchSettings;
import io.concor.engine.event.PoolState;

/** What the workers of a slot do: they take events and handle them. */
public interface SlotWork {

    /** Returns a worker that can do this work, in a pool of that state. */
    default Worker newWorker(PoolState state, boolean alone) {
        return new Worker(state, alone);
    }

    /** Forms batches in another way from now on. */
    default void formBatches(BatchSettings settings) {}

    /** Lets no thread wait for further events of a batch. */
    default void endLingering() {}

    /**
     * Takes and handles events until there is none, or the worker has to look what its pool wants of it.
     *
     * @return whether there was an event
     */
    boolean serve(Pool pool, Worker worker);
}
