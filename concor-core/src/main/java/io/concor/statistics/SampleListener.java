package io.concor.statistics;

import io.concor.Transaction;

/**
 * Receives measurements of a flow, on the thread that made it: implementations are fast and thread-safe. Components
 * and slots are identified by the index of the component. Times are in nanoseconds.
 */
public interface SampleListener {

    /** Ignores all measurements. */
    SampleListener NONE = new SampleListener() {};

    /**
     * The most events a second whose measurements are received, unless all events are sampled: further ones would cost much and
     * say no more. The statistics of the flow have all samples.
     */
    int MAX_EVENTS_PER_SECOND = 10_000;

    /** Receives the duration of a task; of a batch task, an event's share of it. */
    default void onService(int component, long nanos) {}

    /**
     * Receives the duration of a call of a batch task, with all that it takes if the batch is split. Called for all
     * batches, whether their events are sampled or not. The sampled ones count with their share of that time in
     * {@link #onService}.
     *
     * @param size the number of messages
     */
    default void onBatch(int component, int size, long nanos) {}

    /** Receives how long an event waited in the ring of a slot. */
    default void onWaiting(int slot, long nanos) {}

    /**
     * Receives how long an event was in a stage, from its arrival at the stage's slot.
     *
     * @param first the index of the stage's first component
     */
    default void onStage(int first, long nanos) {}

    /** Receives how an event ended, and the time since it entered. */
    default void onEnd(EventOutcome outcome, long nanos) {}

    /**
     * Receives how a transaction ended, or that it could not begin. Called for all events, sampled or not.
     *
     * @param from the index of the first component of the transaction's scope
     * @param nanos how long the transaction was open; if it could not begin, how long the attempt took
     */
    default void onTransaction(int from, Transaction.Outcome outcome, long nanos) {}
}
