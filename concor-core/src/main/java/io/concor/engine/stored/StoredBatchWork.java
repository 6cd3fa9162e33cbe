package io.concor.engine.stored;

import io.concor.BatchSettings;
import io.concor.engine.batch.BatchWork;
import io.concor.engine.batch.BatchWorker;
import io.concor.engine.event.Context;
import io.concor.engine.event.PoolState;
import io.concor.engine.event.Unchecked;
import io.concor.engine.pool.Pool;
import io.concor.engine.pool.SlotWork;
import io.concor.engine.pool.Worker;
import org.jspecify.annotations.Nullable;

/**
 * What the workers of a stored batch slot do: they collect batches as others do, before a transaction begins, and handle the
 * events of a store in its transactions, and those that never were in one as others do.
 */
public final class StoredBatchWork implements SlotWork {

    private final StoredSlot slot;
    private final BatchWork batches;
    private final BatchWork.Handling handling = this::handle;

    /** @param batches collects batches, calls the task, and handles events that do not come from the store */
    public StoredBatchWork(StoredSlot slot, BatchWork batches) {
        this.slot = slot;
        this.batches = batches;
    }

    @Override
    public Worker newWorker(PoolState state, boolean alone) {
        return new StoredBatchWorker(state, alone, slot, batches);
    }

    @Override
    public void formBatches(BatchSettings settings) {
        batches.formBatches(settings);
    }

    @Override
    public void endLingering() {
        batches.endLingering();
    }

    @Override
    public boolean serve(Pool pool, Worker worker) {
        return batches.serve(pool, (BatchWorker) worker, handling);
    }

    /** In parts, in the order of the events; those of the store that follow each other are one. */
    private void handle(Pool pool, BatchWorker some) {
        StoredBatchWorker worker = (StoredBatchWorker) some;
        Throwable failed = null;
        int from = 0;
        while (from < worker.size()) {
            int to = endOfPart(worker, from);
            try {
                handle(pool, worker, from, to);
            } catch (Throwable thrown) { // the others are handled nevertheless
                failed = failed == null ? thrown : failed;
            }
            from = to;
        }
        if (failed != null) {
            Unchecked.rethrow(failed);
        }
    }

    private int endOfPart(BatchWorker worker, int from) {
        StoredSlot storage = storage(worker.event(from));
        int to = from + 1;
        if (storage == null || !standsAlone(worker.event(from))) {
            while (to < worker.size()
                    && storage(worker.event(to)) == storage
                    && !(storage != null && standsAlone(worker.event(to)))) {
                to++;
            }
        }
        return to;
    }

    /** Returns the storage out of which an event came for the slot, or null. */
    private @Nullable StoredSlot storage(Context context) {
        StoredPassage passage = StoredPassage.of(context, slot.slot());
        return passage == null ? null : passage.storage();
    }

    private static boolean standsAlone(Context context) {
        return context.error != null || (context.passage() instanceof StoredPassage passage && passage.standsAlone());
    }

    private void handle(Pool pool, StoredBatchWorker worker, int from, int to) {
        StoredPassage first = StoredPassage.of(worker.event(from), slot.slot());
        if (first == null) {
            batches.handle(pool, worker, from, to);
        } else if (slot.stage().staysOnThread()) {
            worker.unit(first.storage()).handle(from, to);
        } else if (first.goesBack(worker.event(from))) {
            worker.gone(from); // it stands alone
        } else {
            handleOutside(pool, worker, from, to);
        }
    }

    /** A stage that leaves its thread has no transaction of the store. */
    private void handleOutside(Pool pool, BatchWorker worker, int from, int to) {
        for (int i = from; i < to; i++) {
            worker.event(i).enteredNanos = slot.flow().now();
        }
        batches.handle(pool, worker, from, to);
    }
}
