package io.concor.engine.stored;

import io.concor.QueueStoreException;
import io.concor.RefusedException;
import io.concor.engine.event.AcceptFuture;
import io.concor.engine.event.Context;
import io.concor.queue.QueueDefinition;
import io.concor.text.Sentence;

/**
 * Puts events into the queue of a stored slot in transactions of callers. They do not wait for room: they may hold the connections
 * that those need who would make it. Thread-safe.
 */
public final class TransactionPuts {

    private final StoredSlot slot;
    private final NewEvents events;

    TransactionPuts(StoredSlot slot, NewEvents events) {
        this.slot = slot;
        this.events = events;
    }

    /**
     * Requires room for an event that is about to enter the flow.
     *
     * @throws RefusedException if the queue is full, as far as is known
     */
    public void requireRoom() {
        QueueDefinition queue = slot.queue().definition();
        if (!slot.queue().hasRoom(1)) {
            throw new RefusedException(
                    queue.flow(),
                    RefusedException.Reason.FULL,
                    Sentence.of(
                            "Flow '%s' did not take the event: as many events wait in the queue '%s' as its capacity,"
                                    + " %d, and a call in a transaction does not wait. Nothing was put: roll the"
                                    + " transaction back and call later, or raise the capacity of the slot",
                            queue.flow(), queue.name(), queue.capacity()));
        }
    }

    /**
     * Puts an event in the transaction of the calling thread, or fails it.
     *
     * @param at the component to which it has come; another one than that of the slot if the layout has changed on its way
     * @param result is completed when the transaction has ended
     */
    public void put(Context context, int at, AcceptFuture result) {
        slot.prepare(context);
        if (context.error != null) {
            return;
        }
        try {
            requireStored(at);
            result.putInTransaction();
            slot.queue().putInTransaction(events.prepared(context), ticket(result));
        } catch (Throwable cannot) {
            result.transactionEnded();
            events.fail(context, cannot);
        }
    }

    private TransactionTicket ticket(AcceptFuture result) {
        return new TransactionTicket(result, slot.flow().threads());
    }

    private void requireStored(int at) {
        if (at != slot.slot() || !slot.isStoring()) {
            throw new QueueStoreException(
                    Sentence.of(
                            "The layout has changed while an event was on its way to the queue '%s', and nothing was"
                                    + " put. Call again",
                            slot.queue().definition().name()),
                    false,
                    null);
        }
    }
}
