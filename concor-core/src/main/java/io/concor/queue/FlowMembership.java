package io.concor.queue;

import io.concor.layout.FlowInstance;
import java.util.List;

/** That this process shares a flow with others, from {@link QueueStore#join} until it leaves. Thread-safe. */
public interface FlowMembership {

    /** That of a store which knows no processes. */
    FlowMembership NONE = new FlowMembership() {
        @Override
        public List<FlowInstance> instances() {
            return List.of();
        }

        @Override
        public void leave() {}
    };

    /**
     * Returns the processes that share the flow, this one too, in the order in which they began; as far as they are known. Empty if
     * the store knows none. Does not block.
     */
    List<FlowInstance> instances();

    /** Tells the others that this process shares the flow no longer. Does not wait until they know. */
    void leave();
}
