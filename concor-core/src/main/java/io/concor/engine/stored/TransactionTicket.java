package io.concor.engine.stored;

import io.concor.QueueStoreException;
import io.concor.engine.event.AcceptFuture;
import io.concor.queue.PutReceipt;
import java.util.concurrent.Executor;

/** An event that its caller has put in a transaction. Its context is free; only the caller learns how the transaction ends. */
final class TransactionTicket implements PutReceipt {

    private final AcceptFuture result;
    private final Executor threads;

    /** @param threads run the code that depends on the future */
    TransactionTicket(AcceptFuture result, Executor threads) {
        this.result = result;
        this.threads = threads;
    }

    @Override
    public void stored() {
        end(result::handedOn);
    }

    @Override
    public boolean runsNoCode() {
        return true;
    }

    @Override
    public void failed(QueueStoreException cause) {
        end(() -> result.fail(cause));
    }

    /** Most callers have returned, and left the future alone: then no other thread needs to be woken for it. */
    private void end(Runnable ending) {
        result.transactionEnded();
        if (result.getNumberOfDependents() == 0) {
            ending.run();
        } else {
            threads.execute(ending);
        }
    }
}
