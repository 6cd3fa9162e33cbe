package io.concor.engine.stored;

import io.concor.QueueStoreException;
import io.concor.engine.event.EventFuture;
import io.concor.queue.PutReceipt;

/** An event that its caller has put in a transaction. Its context is free; only the caller learns how the transaction ends. */
final class TransactionTicket implements PutReceipt {

    private final EventFuture result;

    TransactionTicket(EventFuture result) {
        this.result = result;
    }

    @Override
    public void stored() {
        result.handedOn();
    }

    /** Most callers have returned, and left the future alone: then no other thread needs to be woken for it. */
    @Override
    public boolean runsNoCode() {
        return result.getNumberOfDependents() == 0;
    }

    @Override
    public void failed(QueueStoreException cause) {
        result.fail(cause);
    }
}
