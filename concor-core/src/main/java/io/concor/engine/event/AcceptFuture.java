package io.concor.engine.event;

import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/** The future of a caller that awaits only that its event is safe: in a store, or at its end. */
public final class AcceptFuture extends EventFuture {

    /** The thread in whose transaction the event is put, until that has ended; otherwise null. */
    private volatile @Nullable Thread putBy;

    /** The event is about to be put in the transaction of the calling thread. */
    public void putInTransaction() {
        putBy = Thread.currentThread();
    }

    /** The transaction in which the event was put has ended, or the event could not be put. */
    public void transactionEnded() {
        putBy = null;
    }

    /** @throws IllegalStateException if the calling thread would wait for the end of its own transaction */
    @Override
    public @Nullable Object join() {
        requireEndInSight();
        return super.join();
    }

    /** @throws IllegalStateException if the calling thread would wait for the end of its own transaction */
    @Override
    public @Nullable Object get() throws InterruptedException, ExecutionException {
        requireEndInSight();
        return super.get();
    }

    private void requireEndInSight() {
        if (putBy == Thread.currentThread() && !isDone()) {
            throw new IllegalStateException(
                    "The result of accept is awaited in the transaction in which the event was put, and is complete"
                            + " only after its commit: the wait would never end. Let the transaction end first");
        }
    }

    @Override
    public void endWith(@Nullable Object value) {
        super.endWith(null);
    }

    @Override
    public boolean awaitsEnd() {
        return false;
    }

    @Override
    public void handedOn() {
        endWith(null);
    }
}
