package io.concor.engine.stored;

import io.concor.QueueStoreException;
import io.concor.engine.event.Context;
import io.concor.engine.event.Passage;
import io.concor.queue.PutReceipt;

/** An event on its way into the store of a slot. It keeps its context until the store has it. */
final class PutTicket implements PutReceipt {

    private final StoredSlot slot;
    private final Context context;

    PutTicket(StoredSlot slot, Context context) {
        this.slot = slot;
        this.context = context;
    }

    /** If it came from another store, that one forgets it only now. */
    @Override
    public void stored() {
        Passage passage = context.passage();
        slot.stage().handOn(context);
        if (passage != null) {
            passage.ended();
        }
    }

    /** The event has an error from now on, which a catch component may handle. */
    @Override
    public void failed(QueueStoreException cause) {
        slot.notStored(context, cause);
    }
}
