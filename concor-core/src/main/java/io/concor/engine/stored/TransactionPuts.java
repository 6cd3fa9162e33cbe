package io.concor.engine.stored;

import io.concor.QueueStoreException;
import io.concor.RefusedException;
import io.concor.engine.event.AcceptFuture;
import io.concor.engine.event.Context;
import io.concor.queue.QueueDefinition;
import io.concor.queue.StoredQueue;
import io.concor.text.Sentence;
import java.util.function.BooleanSupplier;

/**
 * Puts events into the queue of a stored slot in transactions of callers. They do not wait for room: they may hold the connections
 * that those need who would make it. Thread-safe.
 */
public final class TransactionPuts {

    private final StoredFlow flow;
    private final int slot;
    private final StoredQueue queue;
    private final NewEvents events;
    private final BooleanSupplier storing;

    /** @param storing whether arriving events go into the queue */
    TransactionPuts(StoredFlow flow, int slot, StoredQueue queue, NewEvents events, BooleanSupplier storing) {
        this.flow = flow;
        this.slot = slot;
        this.queue = queue;
        this.events = events;
        this.storing = storing;
    }

    /**
     * Requires room for an event that is about to enter the flow.
     *
     * @throws RefusedException if the queue is full, as far as is known
     */
    public void requireRoom() {
        if (!queue.hasRoom(1)) {
            QueueDefinition full = queue.definition();
            throw new RefusedException(
                    full.flow(),
                    RefusedException.Reason.FULL,
                    Sentence.of(
                            "Flow '%s' did not take the event: as many events wait in the queue '%s' as its capacity,"
                                    + " %d, and a call in a transaction does not wait. Nothing was put: roll the"
                                    + " transaction back and call later, or raise the capacity of the slot",
                            full.flow(), full.name(), full.capacity()));
        }
    }

    /**
     * Puts an event in the transaction of the calling thread, or fails it.
     *
     * @param at the component to which it has come; another one than that of the slot if the layout has changed on its way
     * @param result is completed when the transaction has ended
     */
    public void put(Context context, int at, AcceptFuture result) {
        events.prepare(context);
        if (context.error != null) {
            return;
        }
        try {
            requireStored(at);
            result.putInTransaction();
            queue.putInTransaction(events.prepared(context), ticket(result));
        } catch (Throwable cannot) {
            result.transactionEnded();
            events.fail(context, cannot);
        }
    }

    private TransactionTicket ticket(AcceptFuture result) {
        return new TransactionTicket(result, flow.threads());
    }

    private void requireStored(int at) {
        if (at != slot || !storing.getAsBoolean()) {
            throw new QueueStoreException(
                    Sentence.of(
                            "The layout has changed while an event was on its way to the queue '%s', and nothing was"
                                    + " put. Call again",
                            queue.definition().name()),
                    false,
                    null);
        }
    }
}
