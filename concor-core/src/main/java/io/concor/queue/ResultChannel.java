package io.concor.queue;

/**
 * Brings the results of one flow's events to the processes in which callers await them. Thread-safe. No method blocks.
 *
 * <pre>
 * asks:    address() → header of the event → … → {@link OutcomeReceiver}
 * answers: header of the event → prepare(…) → (the store has the end of the event) → run
 * </pre>
 *
 * <p>A result comes once or not at all: it may be lost with the process in which the event ends.
 */
public interface ResultChannel extends AutoCloseable {

    /** The name of the header of an event which says where its result is awaited. */
    String HEADER = "concor.answer-to";

    /** Returns where results reach this process, which receives them from the first call on. */
    String address();

    /**
     * Writes down how an event has ended. A value that cannot be written, or is too large, is replaced by the reason.
     *
     * @param address where that is awaited, as another process has put it: it may be anything
     * @param event the id of the event
     * @return sends it
     */
    Runnable prepare(String address, String event, AwaitedOutcome outcome);

    /** Receives nothing more. What was to be sent is sent. */
    @Override
    void close();
}
