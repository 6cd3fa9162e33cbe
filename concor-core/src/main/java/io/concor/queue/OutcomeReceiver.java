package io.concor.queue;

/** Learns how events have ended in other processes. Called by one thread at a time, which it does not block. */
@FunctionalInterface
public interface OutcomeReceiver {

    /**
     * An event has ended. It may be one that nobody awaits any more.
     *
     * @param event its id
     */
    void received(String event, AwaitedOutcome outcome);
}
