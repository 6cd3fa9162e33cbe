package io.concor.engine.stored;

import io.concor.QueueStoreException;
import io.concor.engine.event.Context;
import io.concor.engine.pool.Join;
import io.concor.engine.pool.StagePath;
import io.concor.queue.QueueStore;
import io.concor.queue.StoredQueue;

/**
 * A slot at which events leave this process, because its component runs elsewhere: it puts them into the store, and hands out none.
 * Events with an error end here: no catch component of this process is behind the slot.
 */
public final class ExitSlot extends StoredSlot {

    /** @param stage the way of events through the stage of the slot */
    public ExitSlot(StoredFlow flow, int slot, QueueStore store, StoredQueue queue, StagePath stage) {
        super(flow, slot, store, queue, stage);
    }

    @Override
    public boolean put(Context context) {
        prepare(context);
        if (context.error != null) {
            stage().end(context);
            return true;
        }
        return super.put(context);
    }

    @Override
    void notStored(Context context, QueueStoreException cause) {
        fail(context, cause);
        stage().end(context);
    }

    @Override
    public void deliver(Join to) {
        to.storage(this);
    }

    @Override
    public void stopDelivering() {}
}
