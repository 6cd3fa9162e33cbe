package io.concor.queue;

import io.concor.QueueStoreException;

/** Learns what became of a put. Exactly one of the methods is called, once. They may run code of callers. */
public interface PutReceipt {

    /** The store has the event: it survives from now on. Also if the store knew the id of an event that is unique. */
    void stored();

    /** The store does not have the event, or it {@linkplain QueueStoreException#outcomeUnknown() is not known} whether it has. */
    void failed(QueueStoreException cause);

    /** Returns whether no code of a caller runs in its methods, so that any thread may call them at once. */
    default boolean runsNoCode() {
        return false;
    }
}
