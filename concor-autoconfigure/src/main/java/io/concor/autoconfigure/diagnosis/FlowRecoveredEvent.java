package io.concor.autoconfigure.diagnosis;

import io.concor.diagnosis.verdict.Verdict;

/**
 * The alarm of a flow was cleared: its cause no longer limits the flow. If another one does, a {@link FlowLimitedEvent}
 * follows. Published as an application event, for methods with {@code @EventListener}. They run one after the other on a
 * thread of their own.
 *
 * @param raised the verdict with which the alarm was raised
 */
public record FlowRecoveredEvent(Verdict raised) {

    /** Returns the name of the flow. */
    public String flow() {
        return raised.flow();
    }
}
