package io.concor.queue;

import java.util.Map;

/**
 * What travels with an event through a store, where its thread-locals cannot: the trace, and chosen entries of the diagnostic
 * context. Thread-safe. No method throws.
 *
 * <pre>
 * put:    capture() → {@link NewEvent#headers()}
 * handle: restore(queue, event) → tasks run, on the same thread → failed(error)? → close()
 * </pre>
 */
public interface EventHeaders {

    /** Nothing travels. */
    EventHeaders NONE = new EventHeaders() {
        @Override
        public Map<String, String> capture() {
            return Map.of();
        }

        @Override
        public Restored restore(QueueDefinition queue, StoredEvent event) {
            return Restored.NOTHING;
        }
    };

    /** Returns the headers of an event that the calling thread puts; empty if there is nothing to store. */
    Map<String, String> capture();

    /**
     * Sets the calling thread up for the handling of an event, by its {@linkplain StoredEvent#headers() headers}.
     *
     * @param queue the queue that handed the event out
     */
    Restored restore(QueueDefinition queue, StoredEvent event);

    /** What was set up on a thread for the handling of one event. For that thread; closed in the reverse order. */
    interface Restored extends AutoCloseable {

        /** Nothing was set up. */
        Restored NOTHING = () -> {};

        /** Records that the handling failed. Called at most once, before {@link #close()}. */
        default void failed(Throwable error) {}

        /** Gives the thread back what it had before. */
        @Override
        void close();
    }
}
