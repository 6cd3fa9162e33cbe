package io.concor.statistics;

import io.concor.Transaction;

/**
 * Is told each measurement of a flow, on the thread that made it, so it must be quick and thread-safe. The indices are
 * those of the flow's components.
 */
public interface SampleListener {

    /** Hears nothing. */
    SampleListener NONE = new SampleListener() {};

    /**
     * A task was run.
     *
     * @param component the component's index
     * @param nanos how long it took
     */
    default void onService(int component, long nanos) {}

    /**
     * An event was taken from the ring of a slot.
     *
     * @param slot the index of the slot's component
     * @param nanos how long it stood there
     */
    default void onWaiting(int slot, long nanos) {}

    /**
     * An event left a stage.
     *
     * @param first the index of the stage's first component
     * @param nanos the time since it arrived at the stage's slot
     */
    default void onStage(int first, long nanos) {}

    /**
     * An event ended.
     *
     * @param outcome how
     * @param nanos the time since it entered
     */
    default void onEnd(EventOutcome outcome, long nanos) {}

    /**
     * A transaction ended, or could not be begun: of any event, sampled or not.
     *
     * @param from the index of the first component of the transaction's scope
     * @param outcome how
     * @param nanos the time since it had begun, in which its connection was held; of one that could not be begun, how
     *     long that took
     */
    default void onTransaction(int from, Transaction.Outcome outcome, long nanos) {}
}
