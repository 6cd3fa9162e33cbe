package io.concor.engine.stored;

import io.concor.QueueStoreException;
import io.concor.engine.event.Context;
import io.concor.engine.event.EventFuture;
import io.concor.queue.StoredQueue;
import io.concor.text.Sentence;
import java.util.function.BooleanSupplier;

/** Puts events into the queue of a stored slot in transactions of callers. Thread-safe. */
final class TransactionPuts {

    private final int slot;
    private final StoredQueue queue;
    private final NewEvents events;
    private final BooleanSupplier storing;

    /** @param storing whether arriving events go into the store */
    TransactionPuts(int slot, StoredQueue queue, NewEvents events, BooleanSupplier storing) {
        this.slot = slot;
        this.queue = queue;
        this.events = events;
        this.storing = storing;
    }

    /** Puts a prepared event, or fails it: see {@link StoredSlot#putInTransaction}. */
    void put(Context context, int at, EventFuture result) {
        if (context.error != null) {
            return;
        }
        try {
            requireStored(at);
            queue.putInTransaction(events.prepared(context), new TransactionTicket(result));
        } catch (Throwable cannot) {
            events.fail(context, cannot);
        }
    }

    private void requireStored(int at) {
        if (at != slot || !storing.getAsBoolean()) {
            throw new QueueStoreException(
                    Sentence.of(
                            "The layout has changed while an event was on its way to the queue '%s', and nothing was put. Call again",
                            queue.definition().name()),
                    false,
                    null);
        }
    }
}
