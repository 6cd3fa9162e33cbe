package io.concor.layout;

/**
 * The state and the counters of a flow since it was built.
 *
 * @param components number of components
 * @param version the version of the layout
 * @param inFlight number of events inside
 * @param maxInFlight largest number of events inside
 * @param completed number of events that ended with a value
 * @param recovered number of completed events of which a catch component had handled an error
 * @param failed number of events that ended with an error, timeouts included
 * @param timedOut number of events that ended with a timeout
 * @param cancelled number of events that ended because their callers gave up
 * @param handedOn number of events that a store has taken over: they ended here, and begin anew where it hands them out
 * @param deadLetters number of dead letters that were received or kept
 * @param lostDeadLetters number of dead letters that were lost, because what receives or keeps them failed
 * @param timeouts number of timeouts, also of those that a catch component handled
 * @param refusals number of events that were refused, by reason
 * @param ignoredContinuations number of calls of continuations after the first
 * @param sampling whether events are measured
 */
public record FlowSummary(
        String name,
        FlowState state,
        int components,
        long version,
        long inFlight,
        int maxInFlight,
        long completed,
        long recovered,
        long failed,
        long timedOut,
        long cancelled,
        long handedOn,
        long deadLetters,
        long lostDeadLetters,
        long timeouts,
        Refusals refusals,
        long ignoredContinuations,
        boolean sampling) {

    /** Returns the number of events that ended, without those that a store has taken over. */
    public long ended() {
        return completed + failed + cancelled;
    }

    /** Returns the number of events that have left the flow: it does not stand still while this grows. */
    public long left() {
        return ended() + handedOn;
    }

    /** Returns the number of events that were refused, for whatever reason. */
    public long refused() {
        return refusals.total();
    }
}
