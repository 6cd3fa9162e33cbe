package io.concor.engine.stored;

import io.concor.engine.event.Context;
import io.concor.engine.event.PoolState;
import io.concor.engine.pool.EventHandler;
import io.concor.engine.pool.Pool;
import io.concor.engine.pool.SlotWork;
import io.concor.engine.pool.Worker;
import org.jspecify.annotations.Nullable;

/**
 * What the workers of a stored slot do: they handle events of a store in its transactions, and those that never were in a
 * store, because they have an error or came before the slot was stored, as others do.
 */
public final class StoredWork implements SlotWork {

    private final StoredSlot slot;
    /** Handles events that do not come from the store. */
    private final EventHandler others;

    /** @param others handles events that do not come from the store */
    public StoredWork(StoredSlot slot, EventHandler others) {
        this.slot = slot;
        this.others = others;
    }

    @Override
    public Worker newWorker(PoolState state, boolean alone) {
        return new StoredWorker(state, alone);
    }

    @Override
    public boolean serve(Pool pool, Worker some) {
        StoredWorker worker = (StoredWorker) some;
        Context next = pool.take(worker);
        boolean any = next != null;
        while (next != null) {
            next = handle(pool, worker, next);
            if (next == null && worker.mayTakeMore()) {
                next = pool.take(worker);
            }
        }
        return any;
    }

    /** Returns an event that was taken and has to be handled next, or null. */
    private @Nullable Context handle(Pool pool, StoredWorker worker, Context context) {
        Context behind = null;
        StoredPassage passage = StoredPassage.of(context, slot.slot());
        if (passage == null) {
            others.handle(context, worker);
        } else if (!passage.goesBack(context)) {
            behind = handle(pool, worker, context, passage);
        }
        if (behind == null) {
            worker.done();
        }
        return behind;
    }

    private static @Nullable Context handle(Pool pool, StoredWorker worker, Context context, StoredPassage passage) {
        StoredSlot from = passage.storage();
        if (from.handlesInUnits()) {
            return worker.unit(from).handle(pool, worker, context, passage);
        }
        from.serve(context, passage, worker);
        return null;
    }
}
