package io.concor.engine.measure;

import io.concor.JoinSettings;
import io.concor.engine.definition.FlowDefinition;
import io.concor.layout.Layout;

/** How much time the threads of each slot had, all together, whatever layouts there were. Thread-safe. */
public final class ThreadTime {

    private final FlowDefinition flow;
    private final long[] nanos;
    private long last;

    public ThreadTime(FlowDefinition flow, long now) {
        this.flow = flow;
        this.nanos = new long[flow.size()];
        this.last = now;
    }

    /**
     * Adds the time since the last call.
     *
     * @param layout the layout that was in force since then
     * @return for each slot the sum, in nanoseconds
     */
    public synchronized long[] add(Layout layout, long now) {
        long passed = Math.max(0, now - last);
        last += passed;
        for (int i = 0; i < nanos.length; i++) {
            JoinSettings join = layout.slots().get(flow.component(i).name());
            nanos[i] += join == null ? 0 : passed * join.threads();
        }
        return nanos.clone();
    }
}
