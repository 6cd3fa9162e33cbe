package io.concor.queue;

import io.concor.QueueStoreException;
import io.concor.statistics.QueueFigures;

/** The queue of one slot in a store. Thread-safe. */
public interface StoredQueue {

    /** Returns which queue this is. */
    QueueDefinition definition();

    /** The slot promises another order from now on, or has another capacity. */
    void use(QueueDefinition changed);

    /**
     * Writes the message of an event down, in the form of the store. Called before a put, on the thread of the event.
     *
     * @return the event to put
     * @throws QueueStoreException if the message cannot be written
     */
    NewEvent prepare(NewEvent event);

    /**
     * Puts an event that was {@linkplain #prepare prepared}. It is stored later, together with others, in the order of the calls
     * of each thread. Does not block. While {@link QueueDefinition#capacity()} events wait in the store, the event
     * waits to be stored.
     */
    void put(NewEvent event, PutReceipt receipt);

    /**
     * Puts a prepared event in the transaction of the calling thread: it is in the queue if and only if that commits. Blocks for one
     * statement.
     *
     * @param receipt learns how that transaction ended
     * @throws QueueStoreException if the event cannot be put; then the receipt is not used
     */
    void putInTransaction(NewEvent event, PutReceipt receipt);

    /**
     * Returns where an event is put in a transaction of the {@linkplain QueueStore#base() base} of its store: this queue, or one of
     * that store from which events come here. It takes what this queue has {@linkplain #prepare prepared}.
     */
    default StoredQueue entry() {
        return this;
    }

    /** Hands events to a receiver from now on, one call at a time. */
    void deliver(EventReceiver receiver);

    /**
     * Hands out no further event, and recalls those that were. When this returns, the receiver is not called any more; a call that
     * blocks, as it reads a message, may still be under way, and is waited for some seconds only. Those that are being handled may
     * still end.
     */
    void stopDelivering();

    /** The receiver has room again. Any thread; does not block. */
    void roomMade();

    /**
     * Gives an event back that was handed out and has not ended. It is handed out again, here or elsewhere. If events keep an
     * order, those behind it that were handed out are {@linkplain StoredEvent#isRecalled() recalled}, and no event of that order
     * is handed out before all of them are back.
     */
    void release(StoredEvent event);

    /**
     * An event has failed and is on its way to a component that may handle its error. If events keep an order, no event behind it is handed
     * out until it has ended or was released, and those that were handed out are {@linkplain StoredEvent#isRecalled() recalled}, at once.
     * Does not block.
     */
    void holdBehind(StoredEvent event);

    /** Returns how events end together. For one thread. */
    StoredBatch batch();

    /**
     * Ends an event outside of a batch: in a transaction of the store, later, together with others. Until then a crash of the
     * process repeats the event. Does not block. What fails is tried again while the process lives.
     */
    void endLater(StoredEvent event, Ending ending);

    /**
     * Keeps an event that failed in the memory of the process as a dead letter of the slot whose component failed. When it is
     * requeued, it enters this queue. It is kept later, together with others. Does not block. While the store does not reach its
     * database, the event waits; also after this queue was closed.
     *
     * @param event {@linkplain #prepare prepared}
     * @param receipt learns whether the store has it
     * @throws QueueStoreException if the store is closed; then the receipt is not used
     */
    void keepDead(NewEvent event, FailedAttempts failed, PutReceipt receipt);

    /** Returns whether nothing is left in the store that this process would be handed, and nothing is on its way there. */
    boolean isEmpty();

    /** Returns whether a person has paused the queue, as far as it is known: then nothing is handed out. Does not block. */
    default boolean isPaused() {
        return false;
    }

    /** Returns how many events wait in the store, as far as it is known. */
    long depth();

    /**
     * Returns whether some more events may wait without exceeding {@link QueueDefinition#capacity()}, as far as it is known. If not,
     * the store soon learns what other processes have taken. Does not block.
     */
    default boolean hasRoom(int events) {
        return depth() + events <= definition().capacity();
    }

    /** Returns what is known without asking the store. Does not block. */
    default QueueFigures figures() {
        return QueueFigures.ofDepth(depth());
    }

    /** Gives up what this process owns of the queue. No event is put or handed out any more. */
    void close();
}
