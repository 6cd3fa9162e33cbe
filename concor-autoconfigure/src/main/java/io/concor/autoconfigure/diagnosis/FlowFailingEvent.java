package io.concor.autoconfigure.diagnosis;

import io.concor.diagnosis.verdict.Verdict;

/**
 * Many events of a flow fail, whether or not something limits it. Published as an application event, for methods with
 * {@code @EventListener}. They run one after the other on a thread of their own.
 *
 * @param verdict the verdict, whose {@link Verdict#failure} is not null
 */
public record FlowFailingEvent(Verdict verdict) {

    /** Returns the name of the flow. */
    public String flow() {
        return verdict.flow();
    }
}
