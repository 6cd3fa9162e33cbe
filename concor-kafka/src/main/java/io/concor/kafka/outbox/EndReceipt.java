package io.concor.kafka.outbox;

import io.concor.QueueStoreException;
import io.concor.queue.PutReceipt;

/**
 * Does something when a put is over, before others learn it.
 *
 * @param told learns it then
 */
record EndReceipt(Runnable over, PutReceipt told) implements PutReceipt {

    @Override
    public void stored() {
        over.run();
        told.stored();
    }

    @Override
    public void failed(QueueStoreException cause) {
        over.run();
        told.failed(cause);
    }

    @Override
    public boolean runsNoCode() {
        return told.runsNoCode();
    }
}
