package io.concor.engine.pool;

import io.concor.engine.event.Context;

/** Handles events one at a time. */
@FunctionalInterface
public interface EventHandler extends SlotWork {

    /** Handles an event on the worker's thread. Throws nothing: failures become the event's error. */
    void handle(Context context, Worker worker);

    @Override
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
