package io.concor.engine;

import io.concor.BatchSettings;

/** What a worker does with the events that it takes. */
@FunctionalInterface
interface EventHandler {

    /** Returns a worker whose events this handles. */
    default Worker newWorker(Pool pool, boolean alone) {
        return new Worker(pool, alone);
    }

    /** Forms batches in another way from now on. */
    default void formBatches(BatchSettings settings) {}

    /** Lets no thread wait for further events of a batch. */
    default void endLingering() {}

    /** Handles an event on the worker's thread. Throws nothing: failures become the event's error. */
    void handle(Context context, Worker worker);

    /**
     * Takes and handles events until there is none, or the worker has to look what its pool wants of it.
     *
     * @return whether there was an event
     */
    default boolean serve(Pool pool, Worker worker) {
        Context context = pool.take(worker);
        if (context == null) {
            return false;
        }
        do {
            handle(context, worker);
            worker.done();
            context = worker.mayTakeMore() ? pool.take(worker) : null;
        } while (context != null);
        return true;
    }
}
