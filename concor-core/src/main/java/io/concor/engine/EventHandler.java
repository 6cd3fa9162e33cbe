package io.concor.engine;

/** What a worker does with the events that it takes. */
@FunctionalInterface
interface EventHandler {

    /**
     * Handles an event on the worker's thread; what goes wrong with it becomes the event's error and is not thrown.
     */
    void handle(Context context, Worker worker);

    /**
     * Takes events and handles them; one at least, where there is one, and more as long as the worker is not wanted
     * elsewhere.
     *
     * @return false where there was none
     */
    default boolean serve(Pool pool, Worker worker) {
        Context context = pool.take(worker);
        if (context == null) {
            return false;
        }
        do {
            handle(context, worker);
            worker.done();
            context = worker.wantedHere() ? pool.take(worker) : null;
        } while (context != null);
        return true;
    }
}
