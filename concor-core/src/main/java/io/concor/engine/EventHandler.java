package io.concor.engine;

/** What a worker does with the events that it takes. */
@FunctionalInterface
interface EventHandler {

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
