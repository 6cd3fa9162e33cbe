package io.concor.queue;

import io.concor.EventStore;
import io.concor.QueueStoreException;
import io.concor.Transactions;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Keeps the waiting events of slots outside of the memory of their flows. Serves any number of flows. Thread-safe. */
public interface QueueStore extends EventStore {

    /**
     * Opens the queue of a slot, and creates it in the store if it is not there. It hands out no event before {@link
     * StoredQueue#deliver}.
     *
     * @throws QueueStoreException if the store cannot be reached or does not fit
     */
    StoredQueue open(QueueDefinition definition);

    /**
     * Returns the slots of a flow of which the store has something: events or dead letters. A store that is opened when it is
     * needed need not be opened for that.
     *
     * @throws QueueStoreException if the store cannot be reached or does not fit
     */
    default Set<String> slots(String flow) {
        return Set.of();
    }

    /**
     * Tells the other processes that share a flow that this one does so, too, and checks that all have the same flow. Called before the
     * first remote queue of the flow is opened. A store that does not know its processes returns {@link FlowMembership#NONE}.
     *
     * @param identity the flow as this process has it
     * @throws QueueStoreException if the store cannot be reached or does not fit; by an {@link UnequalFlowException} if another process
     *     has a different flow of this name
     */
    default FlowMembership join(FlowIdentity identity) {
        return FlowMembership.NONE;
    }

    /**
     * Returns what begins the transactions in which {@linkplain StoredBatch batches} are written. Several threads may have
     * one each.
     */
    Transactions transactions();

    /**
     * Returns the store in whose transactions this one takes part: itself, or a database besides. Between queues of stores that
     * have the same one, an event is handed on in the transaction in which it ends.
     */
    default QueueStore base() {
        return this;
    }

    /** Returns whether tasks may write their effects in the transactions of {@link #transactions()}. */
    boolean sharesTransactions();

    /**
     * Returns whether a transaction that others begin is one of this store too, so that a batch may be written in it.
     *
     * @param others those of a range of components
     */
    boolean sharesTransactions(Transactions others);

    /**
     * Opens the way by which results of a flow's events come from one process to another.
     *
     * @param results the flow, and the types of its results; it names no slot
     * @param receiver learns how the events have ended whose callers are in this process
     * @return null if results do not leave their process
     * @throws QueueStoreException if the store cannot be reached or does not fit
     */
    default @Nullable ResultChannel results(QueueDefinition results, OutcomeReceiver receiver) {
        return null;
    }

    /** Returns what travels with events through the store besides their messages. */
    default EventHeaders headers() {
        return EventHeaders.NONE;
    }

    /**
     * Returns whether the calling thread is in a transaction of this store, so that {@link StoredQueue#putInTransaction} is to
     * be called.
     *
     * @throws QueueStoreException with the reason, if it is in a transaction in which no event can be put: of another
     *     database, or one that only reads
     */
    boolean isInTransaction();
}
