package io.concor.autoconfigure.diagnosis;

import io.concor.diagnosis.verdict.Verdict;

/**
 * The alarm of a flow was raised: the flow has become limited, or another cause limits it. Published as an application
 * event, for methods with {@code @EventListener}. They run one after the other on a thread of their own.
 *
 * @param verdict what limits the flow
 */
public record FlowLimitedEvent(Verdict verdict) {

    /** Returns the name of the flow. */
    public String flow() {
        return verdict.flow();
    }
}
