package io.concor.engine.batch;

import io.concor.engine.pool.Pool;
import io.concor.engine.pool.SlotWork;
import org.jspecify.annotations.Nullable;

/** What the workers of a batch slot do, in the parts that a durable slot puts into transactions of its store. */
public interface BatchWork extends SlotWork {

    /** Handles a batch that was collected. Afterwards the worker has none of its events. */
    @FunctionalInterface
    interface Handling {

        void handle(Pool pool, BatchWorker worker);
    }

    /** Collects batches, and handles each, as {@link #serve(Pool, io.concor.engine.pool.Worker)} does. */
    boolean serve(Pool pool, BatchWorker worker, Handling handling);

    /**
     * Calls the task once, for the events of the worker that are {@linkplain BatchWorker#call to be called}.
     *
     * @param inTransaction whether the transaction of the calling thread is that of the batch component's scope
     * @return what failed for all of them; null if each has its result, or an error of its own
     */
    @Nullable
    Throwable callOnce(BatchWorker worker, boolean inTransaction);

    /** Handles events of a batch, those from one position up to another, without a store. */
    void handle(Pool pool, BatchWorker worker, int from, int to);
}
