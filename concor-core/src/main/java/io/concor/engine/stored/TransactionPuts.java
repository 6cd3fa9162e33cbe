package io.concor.engine.stored;

import io.concor.QueueStoreException;
import io.concor.engine.event.Context;
import io.concor.engine.event.EventFuture;
import io.concor.text.Sentence;

/** Puts events into the queue of a stored slot in transactions of callers. Thread-safe. */
final class TransactionPuts {

    private final StoredSlot slot;
    private final NewEvents events;

    TransactionPuts(StoredSlot slot, NewEvents events) {
        this.slot = slot;
        this.events = events;
    }

    /** Puts a prepared event, or fails it: see {@link StoredSlot#putInTransaction}. */
    void put(Context context, int at, EventFuture result) {
        if (context.error != null) {
            return;
        }
        try {
            requireStored(at);
            slot.queue().putInTransaction(events.prepared(context), ticket(result));
        } catch (Throwable cannot) {
            events.fail(context, cannot);
        }
    }

    private TransactionTicket ticket(EventFuture result) {
        return new TransactionTicket(result, slot.flow().threads());
    }

    private void requireStored(int at) {
        if (at != slot.slot() || !slot.isStoring()) {
            throw new QueueStoreException(
                    Sentence.of(
                            "The layout has changed while an event was on its way to the queue '%s', and nothing was put. Call again",
                            slot.queue().definition().name()),
                    false,
                    null);
        }
    }
}
