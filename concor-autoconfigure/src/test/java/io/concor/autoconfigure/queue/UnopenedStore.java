package io.concor.autoconfigure.queue;

import io.concor.QueueKind;
import io.concor.Transactions;
import io.concor.queue.EventHeaders;
import io.concor.queue.QueueStore;
import io.concor.queues.jdbc.DatabaseHealth;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;

/** A store of another engine that cannot be opened. */
public class UnopenedStore extends LazyStore<QueueStore> {

    public static final String REASON = "the own store was asked";

    public UnopenedStore() {
        this(System::nanoTime);
    }

    UnopenedStore(LongSupplier nanoTime) {
        super("own", EventHeaders.NONE, nanoTime);
    }

    @Override
    public final QueueKind kind() {
        return QueueKind.REMOTE;
    }

    @Override
    public final boolean sharesTransactions() {
        return false;
    }

    @Override
    public final boolean sharesTransactions(Transactions others) {
        return false;
    }

    @Override
    public final boolean isInTransaction() {
        return false;
    }

    @Override
    protected final QueueStore openNow() {
        throw new UnsupportedOperationException(REASON);
    }

    @Override
    protected Map<String, Set<String>> slotsLeft() throws Exception {
        return Map.of();
    }

    @Override
    protected final DatabaseHealth.State stateOf(QueueStore opened) {
        throw new UnsupportedOperationException(REASON);
    }

    @Override
    protected final void close(QueueStore opened) {
        throw new UnsupportedOperationException(REASON);
    }
}
