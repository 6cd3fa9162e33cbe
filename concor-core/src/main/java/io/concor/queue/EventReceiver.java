package io.concor.queue;

/** Receives the events that a queue hands out. Called by one thread at a time, which it does not block. */
@FunctionalInterface
public interface EventReceiver {

    /**
     * Receives an event.
     *
     * @return false if there is no room: the queue keeps the event until {@link StoredQueue#roomMade()}
     */
    boolean receive(StoredEvent event);
}
