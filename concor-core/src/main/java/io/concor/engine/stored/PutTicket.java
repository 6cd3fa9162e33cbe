package io.concor.engine.stored;

import io.concor.QueueStoreException;
import io.concor.engine.event.Context;
import io.concor.engine.event.EventFuture;
import io.concor.engine.event.Passage;
import io.concor.queue.PutReceipt;
import org.jspecify.annotations.Nullable;

/**
 * An event on its way into the store of a slot. It keeps its context until the store has it. No code of users runs on the thread of
 * the store, which frees the contexts of all its flows: such code may wait for one.
 */
final class PutTicket implements PutReceipt {

    private final StoredSlot slot;
    private final Context context;
    private final String id;
    private final @Nullable EventFuture awaited;

    /** @param awaited the future of the event's caller, or null if the event has none here */
    PutTicket(StoredSlot slot, Context context, String id, @Nullable EventFuture awaited) {
        this.slot = slot;
        this.context = context;
        this.id = id;
        this.awaited = awaited;
    }

    /** If it came from another store, that one forgets it only now. */
    @Override
    public void stored() {
        Passage passage = context.passage();
        if (awaited != null && !awaited.awaitsEnd()) {
            results().forget(id, awaited);
        } else {
            results().stored(id, slot.queue().definition().slot());
        }
        slot.stage().handOn(context, slot.flow().threads());
        if (passage != null) {
            passage.ended();
        }
    }

    /** The event has an error from now on, which a catch component may handle: not on the thread of the store. */
    @Override
    public void failed(QueueStoreException cause) {
        if (awaited != null) {
            results().forget(id, awaited);
        }
        slot.flow().threads().execute(() -> slot.notStored(context, cause));
    }

    private AwaitedResults results() {
        return slot.flow().awaited();
    }
}
