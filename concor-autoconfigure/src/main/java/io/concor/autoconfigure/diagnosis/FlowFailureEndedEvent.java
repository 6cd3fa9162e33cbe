package io.concor.autoconfigure.diagnosis;

import io.concor.diagnosis.verdict.Verdict;

/**
 * The events of a flow no longer fail in great number. Published as an application event, for methods with
 * {@code @EventListener}. They run one after the other on a thread of their own.
 *
 * @param raised the verdict that was published by {@link FlowFailingEvent}
 */
public record FlowFailureEndedEvent(Verdict raised) {

    /** Returns the name of the flow. */
    public String flow() {
        return raised.flow();
    }
}
