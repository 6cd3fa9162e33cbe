package io.concor.queues.store;

import io.concor.QueueStoreException;
import io.concor.queue.PutReceipt;
import java.util.concurrent.CompletableFuture;

/** Receipts for tests that put events. */
public final class PutReceipts {

    /** Does nothing. */
    public static final PutReceipt NONE = new PutReceipt() {
        @Override
        public void stored() {}

        @Override
        public void failed(QueueStoreException cause) {}
    };

    private PutReceipts() {}

    /** Completes a future. */
    public static PutReceipt completing(CompletableFuture<Void> put) {
        return new PutReceipt() {
            @Override
            public void stored() {
                put.complete(null);
            }

            @Override
            public void failed(QueueStoreException cause) {
                put.completeExceptionally(cause);
            }
        };
    }
}
